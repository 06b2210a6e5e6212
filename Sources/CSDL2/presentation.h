#ifndef STRATA_PRESENTATION_H
#define STRATA_PRESENTATION_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The times at which a Wayland compositor has shown pictures: the stable protocol "presentation-time". The library of
// Wayland's clients is the one that SDL has loaded; its functions are looked up by the caller, and its structures, whose
// layout is fixed (wayland-util.h), are declared here, so that nothing else has to be installed.

struct strata_wl_interface;

struct strata_wl_message {
  const char *name;
  const char *signature;
  const struct strata_wl_interface *const *types;
};

struct strata_wl_interface {
  const char *name;
  int version;
  int method_count;
  const struct strata_wl_message *methods;
  int event_count;
  const struct strata_wl_message *events;
};

union strata_wl_argument {
  int32_t i;
  uint32_t u;
  const char *s;
  void *o;
  uint32_t n;
};

/// The functions of libwayland-client, by their names without prefixes.
struct strata_wayland {
  void *(*display_create_queue)(void *display);
  void (*event_queue_destroy)(void *queue);
  int (*display_roundtrip_queue)(void *display, void *queue);
  int (*display_dispatch_queue_pending)(void *display, void *queue);
  void *(*proxy_create_wrapper)(void *proxy);
  void (*proxy_wrapper_destroy)(void *wrapper);
  void (*proxy_set_queue)(void *proxy, void *queue);
  void *(*proxy_marshal_array_flags)(
      void *proxy, uint32_t opcode, const struct strata_wl_interface *interface, uint32_t version, uint32_t flags,
      union strata_wl_argument *arguments);
  int (*proxy_add_listener)(void *proxy, void (**implementation)(void), void *data);
  void (*proxy_destroy)(void *proxy);
  const struct strata_wl_interface *registry_interface;
};

/// A connection to a compositor that tells presentation times.
struct strata_presentation {
  struct strata_wayland api;
  void *display, *queue, *registry, *presentation;
  /// The number of the compositor's clock (clock_gettime), or -1.
  int clock;
  void *context;
  /// Called when a picture was shown; refresh is the time between two refreshes in nanoseconds, or 0.
  void (*shown)(void *context, void *feedback, double seconds, uint32_t refresh);
  /// Called when a picture was replaced before it was shown.
  void (*discarded)(void *context, void *feedback);
};

static inline const struct strata_wl_interface *strata_wp_feedback_interface(void) {
  static const struct strata_wl_interface *const none[7] = {NULL};
  static const struct strata_wl_message events[] = {
      {"sync_output", "o", none}, {"presented", "uuuuuuu", none}, {"discarded", "", none}};
  static const struct strata_wl_interface interface = {"wp_presentation_feedback", 1, 0, NULL, 3, events};
  return &interface;
}

static inline const struct strata_wl_interface *strata_wp_presentation_interface(void) {
  static const struct strata_wl_interface *const none[2] = {NULL};
  static const struct strata_wl_message requests[] = {{"destroy", "", none}, {"feedback", "on", none}};
  static const struct strata_wl_message events[] = {{"clock_id", "u", none}};
  static const struct strata_wl_interface interface = {"wp_presentation", 1, 2, requests, 1, events};
  return &interface;
}

// Events.

static inline void strata_wp_clock(void *data, void *proxy, uint32_t clock) {
  (void)proxy;
  ((struct strata_presentation *)data)->clock = (int)clock;
}

static inline void strata_wp_sync(void *data, void *feedback, void *output) {
  (void)data, (void)feedback, (void)output;
}

static inline void strata_wp_shown(
    void *data, void *feedback, uint32_t high, uint32_t low, uint32_t nanoseconds, uint32_t refresh, uint32_t count_high,
    uint32_t count_low, uint32_t flags) {
  struct strata_presentation *p = (struct strata_presentation *)data;
  (void)count_high, (void)count_low, (void)flags;
  p->shown(p->context, feedback, (double)((uint64_t)high << 32 | low) + nanoseconds * 1e-9, refresh);
  p->api.proxy_destroy(feedback);
}

static inline void strata_wp_discarded(void *data, void *feedback) {
  struct strata_presentation *p = (struct strata_presentation *)data;
  p->discarded(p->context, feedback);
  p->api.proxy_destroy(feedback);
}

static inline void strata_wp_global(
    void *data, void *registry, uint32_t name, const char *interface, uint32_t version) {
  struct strata_presentation *p = (struct strata_presentation *)data;
  static void (*listener[])(void) = {(void (*)(void))strata_wp_clock};
  union strata_wl_argument arguments[4];
  (void)version;
  if (p->presentation || strcmp(interface, "wp_presentation") != 0) return;
  memset(arguments, 0, sizeof arguments);
  arguments[0].u = name;
  arguments[1].s = interface;
  arguments[2].u = 1;
  // wl_registry.bind.
  p->presentation =
      p->api.proxy_marshal_array_flags(registry, 0, strata_wp_presentation_interface(), 1, 0, arguments);
  if (p->presentation) p->api.proxy_add_listener(p->presentation, listener, p);
}

static inline void strata_wp_global_remove(void *data, void *registry, uint32_t name) {
  (void)data, (void)registry, (void)name;
}

// What the caller does.

/// Ends the connection; feedback that was asked for must have been forgotten.
static inline void strata_presentation_end(struct strata_presentation *p) {
  if (p->presentation) p->api.proxy_destroy(p->presentation);
  if (p->registry) p->api.proxy_destroy(p->registry);
  if (p->queue) p->api.event_queue_destroy(p->queue);
  p->presentation = p->registry = p->queue = NULL;
}

/// Asks the compositor for its presentation times; returns 0 if it has none. The other fields must be set, or zero.
static inline int strata_presentation_start(struct strata_presentation *p) {
  static void (*listener[])(void) = {(void (*)(void))strata_wp_global, (void (*)(void))strata_wp_global_remove};
  union strata_wl_argument arguments[1];
  void *wrapper;
  p->clock = -1;
  p->queue = p->api.display_create_queue(p->display);
  wrapper = p->queue ? p->api.proxy_create_wrapper(p->display) : NULL;
  if (wrapper) {
    // Events go to a queue of their own, which SDL does not dispatch.
    p->api.proxy_set_queue(wrapper, p->queue);
    memset(arguments, 0, sizeof arguments);
    // wl_display.get_registry.
    p->registry = p->api.proxy_marshal_array_flags(wrapper, 1, p->api.registry_interface, 1, 0, arguments);
    p->api.proxy_wrapper_destroy(wrapper);
  }
  if (p->registry && p->api.proxy_add_listener(p->registry, listener, p) == 0 &&
      p->api.display_roundtrip_queue(p->display, p->queue) >= 0 && p->presentation)
    p->api.display_roundtrip_queue(p->display, p->queue);
  if (p->presentation && p->clock >= 0) return 1;
  strata_presentation_end(p);
  return 0;
}

/// Asks for the time at which the next picture of a surface is shown; returns the number of the answer, or NULL.
static inline void *strata_presentation_ask(struct strata_presentation *p, void *surface) {
  static void (*listener[])(void) = {
      (void (*)(void))strata_wp_sync, (void (*)(void))strata_wp_shown, (void (*)(void))strata_wp_discarded};
  union strata_wl_argument arguments[2];
  void *feedback;
  memset(arguments, 0, sizeof arguments);
  arguments[0].o = surface;
  feedback = p->api.proxy_marshal_array_flags(p->presentation, 1, strata_wp_feedback_interface(), 1, 0, arguments);
  if (feedback) p->api.proxy_add_listener(feedback, listener, p);
  return feedback;
}

/// Delivers the answers that have arrived.
static inline void strata_presentation_dispatch(struct strata_presentation *p) {
  p->api.display_dispatch_queue_pending(p->display, p->queue);
}

#endif

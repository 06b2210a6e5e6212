#ifndef STRATA_PRESENT_H
#define STRATA_PRESENT_H

#include <X11/Xmd.h>
#include <X11/extensions/presentproto.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

// The vertical blanks of an X11 display, by the extension "Present" and without its pictures. The connection is one of its
// own: Xlib, which ends the process at errors, knows nothing about it, and its events are not in the way of SDL's. The
// library is the one that Xlib stands on, so it is loaded already; its functions are looked up by the caller, and nothing else
// has to be installed.

/// The functions of libxcb, by their names without prefixes.
struct strata_xcb {
  xcb_connection_t *(*connect)(const char *name, int *screen);
  void (*disconnect)(xcb_connection_t *connection);
  int (*connection_has_error)(xcb_connection_t *connection);
  int (*get_file_descriptor)(xcb_connection_t *connection);
  int (*flush)(xcb_connection_t *connection);
  uint32_t (*generate_id)(xcb_connection_t *connection);
  const xcb_query_extension_reply_t *(*get_extension_data)(xcb_connection_t *connection, xcb_extension_t *extension);
  unsigned int (*send_request)(
      xcb_connection_t *connection, int flags, struct iovec *parts, const xcb_protocol_request_t *request);
  void *(*wait_for_reply)(xcb_connection_t *connection, unsigned int request, xcb_generic_error_t **error);
  xcb_generic_error_t *(*request_check)(xcb_connection_t *connection, xcb_void_cookie_t cookie);
  xcb_generic_event_t *(*poll_for_event)(xcb_connection_t *connection);
};

/// A connection to a display that tells its blanks.
struct strata_present {
  struct strata_xcb api;
  xcb_connection_t *connection;
  /// The number of the extension in events.
  uint8_t opcode;
};

/// The beginning of a refresh.
struct strata_blank {
  uint32_t window;
  /// The number that was asked with.
  uint32_t serial;
  /// The time in microseconds of the system's clock.
  uint64_t time;
  /// The number of the refresh.
  uint64_t count;
};

static inline xcb_extension_t *strata_present_extension(void) {
  // The library keeps a number of its own in it.
  static xcb_extension_t extension = {PRESENT_NAME, 0};
  return &extension;
}

/// Sends a request of the extension; returns its number.
static inline unsigned int strata_present_send(
    struct strata_present *p, uint8_t opcode, void *request, size_t size, int flags) {
  // The library puts parts of its own before the request. All requests here have whole words.
  struct iovec parts[3];
  xcb_protocol_request_t description;
  memset(parts, 0, sizeof parts);
  memset(&description, 0, sizeof description);
  parts[2].iov_base = request;
  parts[2].iov_len = size;
  description.count = 1;
  description.ext = strata_present_extension();
  description.opcode = opcode;
  description.isvoid = opcode != X_PresentQueryVersion;
  return p->api.send_request(p->connection, flags, parts + 2, &description);
}

/// Ends the connection.
static inline void strata_present_end(struct strata_present *p) {
  // The library gives an object for a connection that failed, too.
  if (p->connection) p->api.disconnect(p->connection);
  p->connection = NULL;
}

/// Connects to a display; returns 0 if it does not know the extension. The functions must be set.
static inline int strata_present_start(struct strata_present *p, const char *display) {
  const xcb_query_extension_reply_t *extension;
  xPresentQueryVersionReq version;
  void *reply = NULL;
  p->connection = p->api.connect(display, NULL);
  if (p->connection && !p->api.connection_has_error(p->connection)) {
    extension = p->api.get_extension_data(p->connection, strata_present_extension());
    if (extension && extension->present) {
      p->opcode = extension->major_opcode;
      memset(&version, 0, sizeof version);
      version.majorVersion = 1;
      version.minorVersion = 0;
      reply = p->api.wait_for_reply(
          p->connection, strata_present_send(p, X_PresentQueryVersion, &version, sz_xPresentQueryVersionReq, 0), NULL);
    }
  }
  if (reply) {
    free(reply);
    return 1;
  }
  strata_present_end(p);
  return 0;
}

/// Asks for events of a window; returns 0 if the display refuses.
static inline int strata_present_select(struct strata_present *p, uint32_t window) {
  xPresentSelectInputReq request;
  xcb_void_cookie_t cookie;
  xcb_generic_error_t *error;
  memset(&request, 0, sizeof request);
  request.eid = p->api.generate_id(p->connection);
  request.window = window;
  request.eventMask = PresentCompleteNotifyMask;
  cookie.sequence = strata_present_send(
      p, X_PresentSelectInput, &request, sz_xPresentSelectInputReq, XCB_REQUEST_CHECKED);
  error = p->api.request_check(p->connection, cookie);
  if (!error) return !p->api.connection_has_error(p->connection);
  free(error);
  return 0;
}

/// Asks for the next blank of the display that shows a window.
static inline void strata_present_ask(struct strata_present *p, uint32_t window, uint32_t serial) {
  xPresentNotifyMSCReq request;
  memset(&request, 0, sizeof request);
  request.window = window;
  request.serial = serial;
  // Any refresh whose number divides by one, after the one that has begun.
  request.target_msc = 0;
  request.divisor = 1;
  request.remainder = 0;
  strata_present_send(p, X_PresentNotifyMSC, &request, sz_xPresentNotifyMSCReq, 0);
  p->api.flush(p->connection);
}

/// Takes a blank that was asked for; returns 0 if none has arrived.
static inline int strata_present_take(struct strata_present *p, struct strata_blank *blank) {
  xcb_generic_event_t *event;
  while ((event = p->api.poll_for_event(p->connection))) {
    const xPresentCompleteNotify *notify = (const xPresentCompleteNotify *)event;
    int isBlank = (event->response_type & 0x7f) == XCB_GE_GENERIC && notify->extension == p->opcode &&
                  notify->evtype == PresentCompleteNotify && notify->kind == PresentCompleteKindNotifyMSC;
    if (isBlank) {
      blank->window = notify->window;
      blank->serial = notify->serial;
      blank->time = notify->ust;
      // The library has put a word of its own after the first 32 bytes.
      memcpy(&blank->count, (const char *)event + 36, sizeof blank->count);
    }
    free(event);
    if (isBlank) return 1;
  }
  return 0;
}

#endif

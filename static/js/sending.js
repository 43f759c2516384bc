// Sends one log, and tells how far that is: the bytes that are sent, then the stages of the server's work.
const NO_ANSWER = "The server did not answer. Nothing was kept; try again.";

// `tell` is called with {sent, total}, {accepted} or {stage, done, of}; the promise is of {kept}, {refused} or {stopped}.
// Once a log is accepted it is kept, whatever becomes of this request: {kept} then names the page that goes on.
// A refusal that is nobody's judgement of the log (no server, no sense in its answer) is marked `again`.
export function send(address, fields, tell, stopper) {
  const request = new XMLHttpRequest();
  const ends = new Promise((end) => {
    let read = 0;
    let last = null;
    let accepted = null;
    const readOn = () => {
      const lines = request.responseText.slice(read);
      const whole = lines.lastIndexOf("\n") + 1;
      read += whole;
      for (const line of lines.slice(0, whole).split("\n")) {
        const told = toldBy(line);
        if (told?.stage) tell(told);
        else if (told?.accepted) {
          accepted = { kept: told.accepted };
          tell(told);
        } else if (told?.refused?.kept) last = { kept: told.refused.kept };
        else if (told) last = told;
      }
    };
    request.upload.addEventListener("progress", ({ loaded, total }) => tell({ sent: loaded, total }));
    request.addEventListener("progress", readOn);
    request.addEventListener("load", () => {
      readOn();
      end(last ?? accepted ?? { refused: { message: unread(request) }, again: true });
    });
    request.addEventListener("error", () => end(accepted ?? { refused: { message: NO_ANSWER }, again: true }));
    request.addEventListener("abort", () => end(accepted ?? { stopped: true }));
  });
  stopper.addEventListener("abort", () => request.abort());
  request.open("POST", address);
  request.setRequestHeader("Accept", "application/x-ndjson");
  request.send(fields);
  return ends;
}

function toldBy(line) {
  try {
    return line.startsWith("{") ? JSON.parse(line) : null;
  } catch {
    return null;
  }
}

function unread(request) {
  if (request.status < 400) return NO_ANSWER;
  return `The server refused the upload (${request.status}) and did not say why.`;
}

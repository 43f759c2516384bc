// One behaviour a module; each listens on the document, so that what htmx swaps in works too.
import "./copy.js";
import "./drop.js";
import "./folds.js";
import "./highlight.js";
import "./keyboard.js";
import "./places.js";
import "./upload.js";

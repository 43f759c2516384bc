// One behaviour a module; each listens on the document, so that what htmx swaps in works too.
import "./choices.js";
import "./copy.js";
import "./drop.js";
import "./explain.js";
import "./export.js";
import "./folds.js";
import "./highlight.js";
import "./keyboard.js";
import "./places.js";
import "./policy.js";
import "./upload.js";

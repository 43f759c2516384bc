// The text of an upload while it is edited.
import "../js/editor.js";

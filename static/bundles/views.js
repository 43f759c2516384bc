// The other views of a conversation, beside its bundle.
import "../js/differences.js";
import "../js/document.js";

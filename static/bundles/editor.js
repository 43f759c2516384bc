// The text of an upload while it is edited, beside the bundle of a conversation.
import "../js/editor.js";

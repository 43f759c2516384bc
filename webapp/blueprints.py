"""The blueprints of all features, in the order in which an app gets them."""

from webapp.account import views as account
from webapp.answers import views as answers
from webapp.api import openapi_views
from webapp.api import views as api
from webapp.calls import views as calls
from webapp.check import views as check
from webapp.comparison import views as comparison
from webapp.document import views as document
from webapp.editing import views as editing
from webapp.exports import member_views, sent_views, shape_views
from webapp.exports import views as exports
from webapp.home import views as home
from webapp.home import waiting_views
from webapp.inspector import (
    explanation_views,
    loss_views,
    media_views,
    part_views,
    print_views,
    problem_views,
    search_views,
    sibling_views,
    step_views,
    strip_views,
    verdict_views,
)
from webapp.inspector import views as inspector
from webapp.library import bulk_views, collection_views
from webapp.library import views as library
from webapp.mapping import views as mapping
from webapp.operations import health
from webapp.reference import (
    docs_views,
    error_views,
    file_kind_views,
    format_views,
    rule_views,
    target_views,
    wire_type_views,
)
from webapp.reference import views as reference
from webapp.repair import views as repair
from webapp.revisions import views as revisions
from webapp.sharing import views as sharing

BLUEPRINTS = (
    home.bp,
    library.bp,
    bulk_views.bp,
    collection_views.bp,
    inspector.bp,
    answers.bp,
    calls.bp,
    comparison.bp,
    problem_views.bp,
    verdict_views.bp,
    check.bp,
    document.bp,
    editing.bp,
    mapping.bp,
    explanation_views.bp,
    repair.bp,
    revisions.bp,
    sibling_views.bp,
    loss_views.bp,
    step_views.bp,
    search_views.bp,
    strip_views.bp,
    part_views.bp,
    media_views.bp,
    print_views.bp,
    exports.bp,
    member_views.bp,
    waiting_views.bp,
    shape_views.bp,
    sent_views.bp,
    sharing.bp,
    reference.bp,
    rule_views.bp,
    error_views.bp,
    target_views.bp,
    file_kind_views.bp,
    format_views.bp,
    wire_type_views.bp,
    docs_views.bp,
    account.bp,
    api.bp,
    openapi_views.bp,
    health.bp,
)

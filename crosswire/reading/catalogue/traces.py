"""Traces, evaluations and data sets."""

from __future__ import annotations

from crosswire.reading.catalogue.shape import Shape, anywhere

_OTLP = "resourceSpans[]/scopeSpans[]/spans[]/attributes[]/key"
_NAMES = (
    "gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.prompt", "gen_ai.completion",
    "gen_ai.tool.call.arguments", "gen_ai.tool.call.result", "gen_ai.system_instructions",
    "gen_ai.event.content", "gen_ai.prompt.0.content", "gen_ai.completion.0.content",
    "ai.prompt", "ai.prompt.messages", "ai.response.text", "ai.response.toolCalls",
    "input.value", "output.value", "all_messages_events", "pydantic_ai.all_messages",
    "traceloop.entity.input", "input", "output", "events",
)  # fmt: skip
_CONTENT = "|".join(_NAMES)
"""How the attributes begin that hold what was said."""
_OF_MESSAGES = tuple(
    f"gen_ai.{which}.messages{sign}ref" for which in ("input", "output") for sign in ("_", ".")
)
_REFERENCES = "|".join(_OF_MESSAGES)
"""The attributes that name where messages were uploaded to."""

TRACES = (
    Shape(
        name="otel-content-elsewhere",
        program="OpenTelemetry",
        what="a trace whose messages were uploaded elsewhere",
        kind="trace",
        called="traces.jsonl",
        at=anywhere("what the collector's file exporter writes"),
        take=(
            "the files that its attributes `gen_ai.input.messages_ref` and "
            "`gen_ai.output.messages_ref` name"
        ),
        marks=(
            (f"{_OTLP}={_REFERENCES}",),
            *((f"{around}{name}",) for around in ("", "attributes/") for name in _OF_MESSAGES),
        ),
        unless=(
            (f"{_OTLP}={_CONTENT}",),
            *((f"{around}{name}",) for around in ("", "attributes/") for name in _NAMES),
        ),
    ),
    Shape(
        name="otel-genai",
        program="OpenTelemetry",
        what="a trace of OpenTelemetry with calls of models in it",
        kind="trace",
        called="traces.jsonl",
        at=anywhere("what the collector's file exporter writes, or a download of the trace"),
        format="otel-genai",
        marks=(
            (f"{_OTLP}^gen_ai.",),
            ("gen_ai.input.messages",),
            ("gen_ai.operation.name",),
            ("gen_ai.prompt",),
            ("gen_ai.completion",),
            ("attributes/gen_ai.input.messages",),
            ("attributes/gen_ai.prompt",),
            ("attributes/all_messages_events",),
            ("attributes/pydantic_ai.all_messages",),
        ),
    ),
    Shape(
        name="otel-without-content",
        program="OpenTelemetry",
        what="a trace whose spans hold no messages: capturing content seems to have been off",
        kind="trace",
        called="traces.jsonl",
        at=anywhere("what the collector's file exporter writes"),
        take=(
            "a trace recorded with content: set "
            "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true and run it again"
        ),
        marks=(
            (f"{_OTLP}^gen_ai.|ai.|llm.", "resourceSpans:list"),
            ("gen_ai.request.model", "gen_ai.operation.name"),
            ("attributes/gen_ai.request.model", "attributes:object"),
        ),
        unless=(
            (f"{_OTLP}^{_CONTENT}",),
            ("resourceSpans[]/scopeSpans[]/spans[]/events[]/attributes[]/key^gen_ai.",),
            *((f"{around}{name}",) for around in ("", "attributes/") for name in _NAMES),
        ),
    ),
    Shape(
        name="otel-trace",
        program="OpenTelemetry",
        what="a trace of OpenTelemetry",
        kind="trace",
        called="traces.jsonl",
        at=anywhere("what the collector's file exporter writes"),
        take="a trace whose spans have `gen_ai.*` or `llm.*` attributes with the messages",
        format="otel-genai",
        marks=(("resourceSpans:list",), ("resource_spans:list",)),
    ),
    Shape(
        name="openinference",
        program="OpenInference (Phoenix, Arize)",
        what="a trace of OpenInference, as Phoenix and Arize keep it",
        kind="trace",
        called="*.json, *.jsonl",
        at=anywhere("`Download` in Phoenix, or its interface `/v1/projects/.../spans`"),
        format="openinference",
        marks=(
            ("attributes[]/key^llm.|openinference.",),
            ("attributes/openinference.span.kind",),
            ("openinference.span.kind",),
            ("llm.input_messages.0.message.role",),
            ("attributes/llm.input_messages.0.message.role",),
            (f"{_OTLP}^openinference.",),
            ("span_kind", "context/trace_id", "attributes"),
        ),
    ),
    Shape(
        name="ai-sdk-telemetry",
        program="Vercel AI SDK",
        what="telemetry of the AI SDK",
        kind="trace",
        called="*.json",
        at=anywhere("spans of `experimental_telemetry`"),
        format="ai-sdk-telemetry",
        marks=(
            ("attributes/ai.operationId", "attributes/ai.model.id"),
            ("ai.operationId", "ai.model.id"),
            ("*[]/attributes/ai.operationId",),
            ("*/attributes/ai.operationId",),
        ),
    ),
    Shape(
        name="langfuse",
        program="Langfuse",
        what="a trace of Langfuse",
        kind="trace",
        called="trace-*.json",
        at=anywhere("`Download trace as JSON`, or its interface `/api/public/traces/<id>`"),
        format="langfuse",
        marks=(
            ("trace/id", "observations:list"),
            ("observations[]/traceId", "id"),
            ("traceId", "startTime", "type=GENERATION|SPAN|TOOL|AGENT|EVENT"),
        ),
    ),
    Shape(
        name="langsmith",
        program="LangSmith",
        what="runs of LangSmith",
        kind="trace",
        called="*.json, *.jsonl",
        at=anywhere("`client.list_runs(...)`, or `Export` of a project"),
        format="langsmith",
        marks=(
            ("post[]/run_type", "patch"),
            ("run_type", "dotted_order"),
            ("run_type", "trace_id", "inputs"),
        ),
    ),
    Shape(
        name="braintrust",
        program="Braintrust",
        what="spans of Braintrust",
        kind="trace",
        called="*.spans.json",
        at=anywhere("`Download` of a log, or its interface `/v1/project_logs/<id>/fetch`"),
        format="braintrust",
        marks=(("span_attributes", "root_span_id"), ("_xact_id", "span_id")),
    ),
    Shape(
        name="mlflow-trace",
        program="MLflow",
        what="a trace of MLflow",
        kind="trace",
        called="traces.json",
        at=anywhere("`mlflow.get_trace(id).to_json()`"),
        format="mlflow",
        marks=(
            ("info/trace_id", "data/spans"),
            ("info/request_id", "data/spans"),
            ("attributes/mlflow.spanType",),
            ("trace_id", "trace_metadata/mlflow.trace_schema.version"),
        ),
    ),
    Shape(
        name="mlflow-database",
        program="MLflow",
        what="the tracking database of MLflow",
        kind="database",
        called="mlflow.db",
        at=anywhere("the folder that `mlflow server` runs in"),
        take="the trace as JSON: `mlflow.get_trace(id).to_json()`",
        tables={"experiments": "artifact_location", "trace_info": "timestamp_ms"},
    ),
    Shape(
        name="weave-calls",
        program="W&B Weave",
        what="calls of W&B Weave",
        kind="trace",
        called="*.json, *.jsonl",
        at=anywhere("`Export` of a project's traces, or `client.get_calls()`"),
        format="weave",
        marks=(
            ("op_name^weave:", "trace_id"),
            ("op_name", "project_id", "inputs", "trace_id"),
        ),
    ),
    Shape(
        name="datadog-spans",
        program="Datadog LLM Observability",
        what="spans of Datadog's LLM Observability",
        kind="trace",
        called="*.json",
        at=anywhere("its interface `/api/v2/llm-obs/v1/spans/events/search`"),
        format="datadog",
        marks=(
            ("ml_app", "meta/input"),
            ("ml_app", "spans[]/meta"),
            ("meta/span.kind", "meta/input"),
            ("attributes/ml_app", "attributes/span_kind"),
            ("data[]/attributes/ml_app",),
        ),
    ),
    Shape(
        name="portkey-log",
        program="Portkey",
        what="a log of Portkey",
        kind="recording",
        called="*.jsonl",
        at=anywhere("`Export` of the logs, or its interface `/v1/logs/exports`"),
        format="portkey",
        marks=(("ai_org", "ai_model", "request"), ("ai_org", "response", "trace_id")),
    ),
)

EVALUATIONS = (
    Shape(
        name="inspect-log",
        program="Inspect",
        what="an evaluation log of Inspect",
        called="*.eval, *.json",
        at=anywhere("logs/ in the folder that `inspect eval` ran in"),
        take="a log with samples: without `--no-log-samples`",
        format="inspect-ai",
        marks=(
            ("eval/task", "plan", "status"),
            ("id", "epoch:number", "messages:list", "target"),
            ("eval/run_id", "plan/steps"),
            ("events[]/event=span_begin|model|tool|sample_init",),
        ),
    ),
    Shape(
        name="swe-agent-trajectory",
        program="SWE-agent",
        what="a trajectory of SWE-agent",
        called="*.traj",
        at=anywhere("trajectories/<user>/<run>/"),
        format="swe-agent",
        marks=(
            ("trajectory[]/action", "history[]/role"),
            ("history[]/agent", "history[]/message_type"),
            ("trajectory_format^mini-swe-agent", "messages"),
        ),
        beginnings=(b"# This is a demo file generated from trajectory file",),
    ),
    Shape(
        name="atif",
        program="Harbor (ATIF)",
        what="a trajectory in the Agent Trajectory Interchange Format",
        called="trajectory.json",
        at=anywhere("jobs/<job>/<trial>/agent/trajectory.json"),
        format="atif",
        marks=(("schema_version^ATIF-",),),
    ),
    Shape(
        name="atof",
        program="NeMo Relay (ATOF)",
        what="events of an agent in the Agent Trajectory Observability Format",
        called="*.jsonl",
        format="atof",
        marks=(("atof_version", "scope_category"),),
    ),
    Shape(
        name="tau-bench",
        program="tau-bench",
        what="trajectories of tau-bench",
        called="*.json",
        at=anywhere("results/"),
        format="tau-bench",
        marks=(("task_id", "traj:list", "reward"),),
    ),
    Shape(
        name="promptfoo",
        program="promptfoo",
        what="results of promptfoo",
        kind="dataset",
        called="output.json",
        at=anywhere("what `promptfoo eval --output` was given"),
        format="promptfoo",
        marks=(("evalId", "results/results"),),
    ),
    Shape(
        name="sharegpt",
        program="ShareGPT and its kin",
        what="a data set in the form of ShareGPT",
        kind="dataset",
        called="*.json, *.jsonl",
        at=anywhere("data sets of LLaMA-Factory, Hermes, APIGen-MT, Glaive"),
        format="sharegpt",
        marks=(("conversations[]/from", "conversations[]/value"),),
    ),
    Shape(
        name="xlam",
        program="xLAM",
        what="the data set of calls of xLAM, which has no results",
        kind="dataset",
        called="xlam_function_calling_60k.json",
        format="sharegpt",
        marks=(("query:text", "answers:text", "tools:text"),),
    ),
    Shape(
        name="bfcl",
        program="BFCL",
        what="questions or answers of the Berkeley Function Calling Leaderboard, and no log",
        kind="dataset",
        called="BFCL_v*.json",
        take="what the model answered, in `result/<model>/`",
        marks=(("id", "ground_truth:list", "!messages"), ("id", "question:list", "function")),
    ),
    Shape(
        name="toolbench",
        program="ToolBench",
        what="an answer tree of ToolBench",
        kind="dataset",
        called="*_DFS_woFilter_w2.json",
        format="toolbench",
        marks=(("answer_generation/train_messages", "tree"),),
    ),
)

SHAPES = (*TRACES, *EVALUATIONS)

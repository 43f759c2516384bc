"""GLM, the API of Zhipu and of Z.ai."""

from crosswire.rules.order.unknown_role import KnownRoles
from crosswire.rules.target import Signs, Target

profile = Target(
    "glm",
    "GLM (Z.ai)",
    ("openai-chat", "anthropic"),
    Signs(
        hosts=("open.bigmodel.cn", "api.z.ai"),
        providers=("glm", "zhipu", "zhipuai", "zai", "bigmodel"),
        models=r"(?i)(char)?glm-[\w.-]+",
    ),
    grounds={
        "unknown-role": (
            KnownRoles(
                key="glm-roles",
                error_text="Incorrect role information",
                source="openclaw/openclaw#23115 (角色信息不正确), earendil-works/pi#547",
                roles=("system", "user", "assistant", "tool"),
                says_one=True,
                format="openai-chat",
            ),
        ),
    },
)

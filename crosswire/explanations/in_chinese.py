"""What is said in Chinese of a history, and of what is none: patterns for plain texts.

In a sentence, a call, a result and the id of a call have one word each, as in English
(`sentences.py`). What is said of a thing mostly stands before it in Chinese, and no sign parts
two words.
"""

from __future__ import annotations

_NONE = r"(?:缺少|缺失|没有|未(?:找到|收到|提供|返回|包含)|找不到|不存在|丢失)"
_MATCHING = r"(?:对应|相应|匹配|前置|关联)"
_BEHIND = r"(?:跟随|紧跟|跟着|跟上|后跟|之后|后面|其后|响应|对应|回应)"
_MUST = r"(?:必须|需要|应当|应该|须|应|需)"
_BAD = r"(?:不合法|非法|无效|有误|不支持|不符合|不允许)"
_TOOL = r"(?:函数|工具|function|tool)s?"

STATEMENTS = {
    "a call must have a single result, and has several": (
        r"CALL.{0,16}(?:多个|重复).{0,8}RESULT|(?:重复|多余)的? {0,2}RESULT|RESULT.{0,8}重复"
    ),
    "the ids of calls must be unique": (
        r"CALLID.{0,8}(?:重复|不唯一|必须唯一)|重复的? {0,2}CALLID"
    ),
    "calls and results do not match": (
        r"(?:RESULT.{0,8}[与和跟同].{0,8}CALL|CALL.{0,8}[与和跟同].{0,8}RESULT).{0,12}"
        r"(?:不匹配|不一致|不对应|对不上)"
    ),
    "no result for a call": (
        rf"{_NONE}.{{0,16}}(?:{_MATCHING}|CALL).{{0,12}}RESULT|"
        rf"CALL.{{0,40}}{_MUST}.{{0,16}}{_BEHIND}.{{0,16}}RESULT|"
        rf"CALL(?:ID)?.{{0,12}}{_NONE}.{{0,4}}{_MATCHING}.{{0,6}}(?:结果|响应|返回|回复|回应)"
    ),
    "no call for a result": (
        rf"RESULT.{{0,30}}{_NONE}.{{0,8}}{_MATCHING}.{{0,10}}CALL|"
        rf"RESULT.{{0,30}}{_MUST}.{{0,16}}{_BEHIND}.{{0,30}}CALL|"
        rf"RESULT.{{0,24}}(?:之前|前面).{{0,12}}{_MUST}.{{0,8}}CALL|"
        r"CALLID.{0,12}(?:不存在|未找到|找不到|无法匹配|不匹配)"
    ),
    "the id of a call is missing": (
        rf"{_NONE}.{{0,8}}CALLID|CALLID.{{0,8}}(?:不能为空|为空|必填)"
    ),
    "reasoning must be passed back": (
        rf"reasoning_content.{{0,16}}(?:回传|传回|带上|缺失|缺少)|"
        rf"{_MUST}.{{0,12}}(?:回传|传回|带上).{{0,24}}(?:reasoning_content|思考内容|推理内容)|"
        r"(?:缺少|缺失) {0,2}reasoning_content"
    ),
    "the arguments of a call are no JSON": (
        rf"(?:CALL|{_TOOL}).{{0,8}}(?:参数|入参|arguments?).{{0,12}}(?:不是|并非|不符合).{{0,8}}"
        rf"json|(?:CALL|{_TOOL}).{{0,8}}(?:参数|入参).{{0,8}}解析(?:失败|错误|出错)"
    ),
    "the name of a tool is not taken": (
        rf"{_TOOL}.{{0,6}}(?:名称|名字|名).{{0,10}}(?:{_BAD}|只能包含|只能由|不能为空)"
    ),
    "there are more tools than are taken": (
        rf"{_TOOL}.{{0,6}}(?:数量|个数|数目).{{0,8}}(?:超过|超出|过多|上限)"
    ),
    "the schema of a tool is not taken": (
        rf"{_TOOL}.{{0,8}}(?:定义|声明|schema).{{0,10}}{_BAD}"
    ),
    "the first message must be of the user": (
        r"(?:第一|首)(?:条|个)?.{0,6}(?:消息|message|角色|role).{0,6}(?:必须|应|需|只能|不是).{0,6}"
        r"user|(?:消息|对话|messages?).{0,8}(?:必须|应|需).{0,6}user.{0,8}(?:开头|开始)"
    ),
    "the last message must not be of the assistant": (
        r"最后(?:一)?(?:条|个)?.{0,6}(?:消息|message|角色|role).{0,6}(?:必须|应|需|只能|不能|不是)"
        r".{0,6}(?:user|tool|assistant)|(?:必须|应|需).{0,4}以.{0,4}user.{0,8}(?:结尾|结束)"
    ),
    "the message of the system must be the first": (
        r"system.{0,16}(?:必须|只能|应).{0,8}(?:第一|首|最前|开头)"
    ),
}
"""What a statement says -> how it is said in Chinese."""

_KEY = r"(?:api ?key|apikey|api 密钥|密钥|秘钥|令牌|凭证)"
_NOT_TAKEN = r"(?:无效|不正确|错误|有误|过期|失效|不存在|不合法|未提供|未填写|缺失|为空)"

SUBJECTS = {
    "billing": (
        r"余额不足|欠费|额度不足|额度(?:已)?(?:用尽|用完|耗尽)|剩余额度|请.{0,4}充值|未充值"
    ),
    "moderation": (
        r"敏感|内容(?:安全|审核|违规|不合规)|违规内容|违反.{0,10}(?:政策|规范|规定)|存在风险"
    ),
    "key": (
        rf"{_KEY}.{{0,6}}{_NOT_TAKEN}|{_NOT_TAKEN}的? ?{_KEY}|token ?(?:无效|过期|失效)|"
        r"(?:鉴权|认证|身份验证|授权)(?:失败|错误|未通过)|未授权|未认证|无权|没有(?:访问)?权限|权限不足"
    ),
    "quota": (
        r"请求(?:过于|太)?(?:频繁|过多|太多)|访问量过大|"
        r"(?:触发|超过|超出|达到).{0,8}(?:限流|频率|速率|并发)|"
        r"(?:每分钟|每日|每天|每秒).{0,12}(?:上限|限制|超)|配额(?:不足|已|用)"
    ),
    "context": (
        r"(?:输入|提示词?|内容|消息|prompt|tokens?).{0,12}(?:超出|超过).{0,8}(?:最大|模型).{0,6}"
        r"(?:长度|tokens?|限制)|tokens?.{0,4}(?:超限|超出|超长|过多)"
    ),
    "model": (
        r"模型.{0,16}(?:不存在|不支持|未找到|找不到|已下线|未开通|不可用)|"
        r"不支持(?:的|该|此)?模型|无可用的?(?:渠道|密钥|账号|通道)|无效的?模型"
    ),
    "files": (
        r"(?:图片|图像|视频|音频|附件).{0,10}(?:失败|无法|过大|太大|超过|超出|格式|损坏|不支持)|"
        r"文件.{0,4}(?:过大|太大|超过|超出)"
    ),
    "server": (
        r"(?:服务器?|系统|上游).{0,6}(?:繁忙|异常|不可用|超时|内部错误|过载)|负载.{0,4}(?:饱和|过高)|"
        r"(?:连接|请求|响应|网络).{0,4}(?:超时|中断|被重置|异常)"
    ),
}
"""A subject beside the history -> how it is spoken of in Chinese."""

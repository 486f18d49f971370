package dev.waybill.agents.ai;

/// What the node types say about themselves: the ecosystem's schemas, and besides them what an operator may leave to us
/// (`provider`, `model`) and what some providers take (`topP`, `seed`, `providerOptions`).
final class Manifests {

    private static final String ASKING = """
            "provider": {"type": "string", "description": "A provider of agents.models, or mock."},
            "model": {"type": "string", "minLength": 1, "description": "As the provider calls it."},
            "modelClass": {"type": "string", "description": "A class of models that the operator fills, such as reasoning; instead of provider and model."},
            "temperature": {"type": "number", "minimum": 0, "maximum": 2, "description": "From 0 (always the likeliest word) to 2."},
            "maxTokens": {"type": "integer", "minimum": 1, "maximum": 100000, "description": "How long the answer may be at most."},
            "topP": {"type": "number", "minimum": 0, "maximum": 1},
            "topK": {"type": "integer", "minimum": 1},
            "seed": {"type": "integer"},
            "providerOptions": {"type": "object", "description": "Members for the provider's own request, as they are."},
            "budget": {"type": "object", "description": "Bounds of this node: maxTokens, maxCostUsd, maxCalls.",
              "properties": {"maxTokens": {"type": "integer", "minimum": 0}, "maxCostUsd": {"type": "number", "minimum": 0}, "maxCalls": {"type": "integer", "minimum": 0}, "maxToolCalls": {"type": "integer", "minimum": 0}},
              "additionalProperties": false},
            "systemPrompt": {"type": "string"},
            "systemPromptRef": {"type": ["string", "object"], "description": "A prompt of a pack that the model is told first, such as prompt:acme.writer@1.0.0; it wins over systemPrompt."},
            "userPromptRef": {"type": ["string", "object"], "description": "A prompt of a pack that stands before the messages."},
            "schemaHintPromptRef": {"type": ["string", "object"], "description": "A prompt of a pack that says what the answer has to look like."},
            "fewShotPromptRefs": {"type": "array", "maxItems": 32, "items": {"type": ["string", "object"]}, "description": "Prompts of packs with examples."},
            "agentId": {"type": "string", "description": "An agent of a pack whose prompts count where the node names none."}""";

    private static final String MESSAGES = """
            {"type": "object", "properties": {
              "messages": {"type": "array", "minItems": 1, "description": "The conversation, in order.", "items": {"type": "object", "required": ["role", "content"], "properties": {"role": {"enum": ["system", "user", "assistant", "tool"]}, "content": {"type": ["string", "array"]}}}},
              "prompt": {"type": "string", "minLength": 1, "description": "Short for one message of the user."},
              "text": {"type": "string", "minLength": 1},
              "message": {"type": "string", "minLength": 1},
              "content": {"type": "string", "minLength": 1},
              "input": {"type": "string", "minLength": 1}
            }}""";

    private static final String USAGE = """
            {"type": "object", "required": ["inputTokens", "outputTokens"], "properties": {"inputTokens": {"type": "integer", "minimum": 0}, "outputTokens": {"type": "integer", "minimum": 0}, "totalTokens": {"type": "integer", "minimum": 0}}}""";

    private static final String FINISH = """
            {"enum": ["stop", "length", "content-filter", "tool-call", "other"]}""";

    static final String CHAT = filled("""
            {
              "description": "Asks a model, and gives its answer as text.",
              "config": {"type": "object", "properties": {
                ASKING,
                "stopSequences": {"type": "array", "maxItems": 8, "items": {"type": "string", "minLength": 1}}
              }, "additionalProperties": false},
              "inputs": MESSAGES,
              "outputs": {"type": "object", "required": ["content", "usage", "finishReason"], "properties": {
                "content": {"type": "string"}, "usage": USAGE, "finishReason": FINISH, "model": {"type": "string"}
              }, "additionalProperties": false},
              "example": {
                "id": "ask-a-model", "name": "Ask a model", "version": "1.0.0",
                "nodes": [{
                  "id": "ask", "typeId": "core.ai.chatCompletion",
                  "config": {"provider": "mock", "model": "mock-mini", "systemPrompt": "Answer in one sentence."},
                  "inputs": {"prompt": {"type": "static", "value": "What is a waybill?"}}
                }]
              }
            }""");

    static final String STRUCTURED = filled("""
            {
              "description": "Asks a model for JSON that fits a schema. If the answer has the wrong shape, the model hears why and is asked again.",
              "config": {"type": "object", "required": ["outputSchema"], "properties": {
                ASKING,
                "outputSchema": {"type": "object", "description": "JSON Schema of the answer."},
                "retryOnInvalidJson": {"type": "integer", "minimum": 0, "maximum": 5, "description": "How often to ask again; the host asks twice again in any case."}
              }, "additionalProperties": false},
              "inputs": MESSAGES,
              "outputs": {"type": "object", "required": ["data", "usage"], "properties": {
                "data": {}, "usage": USAGE, "model": {"type": "string"}, "retries": {"type": "integer", "minimum": 0}
              }, "additionalProperties": false},
              "example": {
                "id": "ask-for-json", "name": "Ask for JSON", "version": "1.0.0",
                "nodes": [{
                  "id": "ask", "typeId": "core.ai.structuredOutput",
                  "config": {"provider": "mock", "model": "mock-mini", "outputSchema": {
                    "type": "object", "required": ["city"], "properties": {"city": {"type": "string"}}
                  }},
                  "inputs": {"prompt": {"type": "static", "value": "Where is the Louvre?"}}
                }]
              }
            }""");

    static final String TOOLS = filled("""
            {
              "description": "Asks a model that may call tools, and gives the calls that it wants. Other nodes make them.",
              "config": {"type": "object", "required": ["tools"], "properties": {
                ASKING,
                "tools": {"type": "array", "items": {"type": "object", "required": ["name", "inputSchema"], "properties": {"name": {"type": "string"}, "description": {"type": "string"}, "inputSchema": {"type": "object"}}}},
                "toolChoice": {"description": "auto, required, none, or {\\"name\\": TOOL}."}
              }},
              "inputs": MESSAGES,
              "outputs": {"type": "object", "required": ["content", "toolCalls", "usage", "finishReason"], "properties": {
                "content": {"type": "string"},
                "toolCalls": {"type": "array", "items": {"type": "object", "required": ["name", "arguments"], "properties": {"id": {"type": "string"}, "name": {"type": "string"}, "arguments": {"type": "object"}}}},
                "usage": USAGE, "finishReason": FINISH, "model": {"type": "string"}
              }, "additionalProperties": false},
              "example": {
                "id": "ask-with-a-tool", "name": "Ask with a tool", "version": "1.0.0",
                "nodes": [{
                  "id": "ask", "typeId": "core.ai.toolCalling",
                  "config": {"provider": "mock", "model": "mock-mini", "toolChoice": "required", "tools": [
                    {"name": "weather", "description": "The weather in a city.", "inputSchema": {
                      "type": "object", "required": ["city"], "properties": {"city": {"type": "string"}}
                    }}
                  ]},
                  "inputs": {"prompt": {"type": "static", "value": "Do I need an umbrella in Bergen?"}}
                }]
              }
            }""");

    static final String PROMPT = filled("""
            {
              "description": "Asks a model with a prompt that has a name. {{name}} in it stands for an input or a variable.",
              "config": {"type": "object", "properties": {
                ASKING,
                "promptId": {"type": "string", "description": "The prompt's name; a run may bring another text for it under promptOverrides."},
                "prompt": {"type": "string", "description": "Its text."},
                "expectsStreaming": {"type": "boolean", "description": "true: the answer is also told in pieces, as output.chunk."}
              }, "additionalProperties": false},
              "outputs": {"type": "object", "required": ["content", "usage", "finishReason"], "properties": {
                "content": {"type": "string"}, "usage": USAGE, "finishReason": FINISH, "model": {"type": "string"}
              }, "additionalProperties": false},
              "example": {
                "id": "ask-with-a-prompt", "name": "Ask with a prompt", "version": "1.0.0",
                "nodes": [{
                  "id": "greet", "typeId": "core.ai.callPrompt",
                  "config": {"provider": "mock", "model": "mock-mini", "promptId": "greeting", "prompt": "Greet {{name}}."},
                  "inputs": {"name": {"type": "static", "value": "Ada"}}
                }]
              }
            }""");

    static final String DEMONSTRATION = filled("""
            {
              "description": "Asks the mock with prompts of packs, for test suites.",
              "config": {"type": "object", "properties": {ASKING}, "additionalProperties": false},
              "outputs": {"type": "object", "required": ["content", "usage", "finishReason"], "properties": {
                "content": {"type": "string"}, "usage": USAGE, "finishReason": FINISH, "model": {"type": "string"}
              }, "additionalProperties": false},
              "example": {
                "id": "demonstration", "name": "Demonstration", "version": "1.0.0",
                "nodes": [{"id": "ask", "typeId": "local.sample.demo.mock-ai", "config": {"systemPrompt": "Be brief."}}]
              }
            }""");

    static final String CLASSIFY = filled("""
            {
              "description": "Asks a model which of some labels fits a text.",
              "config": {"type": "object", "required": ["labels"], "properties": {
                ASKING,
                "labels": {"type": "array", "minItems": 1, "items": {"type": "string"}}
              }, "additionalProperties": false},
              "inputs": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}},
              "outputs": {"type": "object", "required": ["label"], "properties": {
                "label": {"type": "string"}, "confidence": {"type": "number"}, "allScores": {"type": "array"}
              }, "additionalProperties": false},
              "example": {
                "id": "sort-mail", "name": "Sort mail", "version": "1.0.0",
                "nodes": [{
                  "id": "sort", "typeId": "core.openwop.ai.classify",
                  "config": {"provider": "mock", "model": "mock-mini", "labels": ["invoice", "complaint", "other"]},
                  "inputs": {"text": {"type": "static", "value": "My parcel never came."}}
                }]
              }
            }""");

    static final String EXTRACT = filled("""
            {
              "description": "Asks a model for what a schema wants to know from a text.",
              "config": {"type": "object", "required": ["schema"], "properties": {
                ASKING,
                "schema": {"type": "object", "description": "JSON Schema of what is wanted."}
              }, "additionalProperties": false},
              "inputs": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}},
              "outputs": {"type": "object", "required": ["value"], "properties": {
                "value": {}, "confidence": {"type": "number"}
              }, "additionalProperties": false},
              "example": {
                "id": "read-an-order", "name": "Read an order", "version": "1.0.0",
                "nodes": [{
                  "id": "read", "typeId": "core.openwop.ai.extract",
                  "config": {"provider": "mock", "model": "mock-mini", "schema": {
                    "type": "object", "required": ["article", "pieces"],
                    "properties": {"article": {"type": "string"}, "pieces": {"type": "integer", "minimum": 1}}
                  }},
                  "inputs": {"text": {"type": "static", "value": "Please send three blue chairs."}}
                }]
              }
            }""");

    static final String EMBEDDINGS = filled("""
            {
              "description": "Asks a model for the vector of a text.",
              "config": {"type": "object", "properties": {
                "provider": {"type": "string"}, "model": {"type": "string", "minLength": 1}, "modelClass": {"type": "string"},
                "dimensions": {"type": "integer", "minimum": 1, "maximum": 32768}
              }, "additionalProperties": false},
              "inputs": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1, "maxLength": 32768}}},
              "outputs": {"type": "object", "required": ["vector", "dimensions", "model"], "properties": {
                "vector": {"type": "array", "items": {"type": "number"}, "minItems": 1},
                "dimensions": {"type": "integer", "minimum": 1}, "model": {"type": "string"},
                "usage": {"type": "object", "properties": {"inputTokens": {"type": "integer", "minimum": 0}}}
              }, "additionalProperties": false},
              "example": {
                "id": "make-a-vector", "name": "Make a vector", "version": "1.0.0",
                "nodes": [{
                  "id": "vector", "typeId": "core.openwop.ai.embeddings",
                  "config": {"provider": "mock", "model": "mock-mini", "dimensions": 4},
                  "inputs": {"text": {"type": "static", "value": "three blue chairs"}}
                }]
              }
            }""");

    private Manifests() {}

    private static String filled(String manifest) {
        return manifest.replace("ASKING", ASKING)
                .replace("MESSAGES", MESSAGES)
                .replace("USAGE", USAGE)
                .replace("FINISH", FINISH);
    }
}

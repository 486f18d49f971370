package dev.waybill.agents.packjs;

import dev.waybill.base.json.JsonValue;

/// Something that the code of a pack can ask of this host.
interface HostFunction {

    JsonValue answer(JsonValue argument) throws HostRefused, InterruptedException;
}

package dev.waybill.agents.model.wire;

/// @param type `message` where the server names none
record ServerSentEvent(String type, String data) {

    static final String USUAL_TYPE = "message";
}

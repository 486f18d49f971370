package dev.waybill.journal;

/// An event in the log of another host.
public record HostEvent(String hostId, String eventId) {}

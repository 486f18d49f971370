package dev.waybill.evidence.query;

/// Something that the records do not tell.
public record Gap(GapCode code, String message) {}

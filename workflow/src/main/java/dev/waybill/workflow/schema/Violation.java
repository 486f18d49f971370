package dev.waybill.workflow.schema;

public record Violation(String pointer, String keyword, String message) {}

package dev.waybill.base.refusal;

/// An exception that knows what to tell whoever asked.
public interface Refusing {

    Refusal refusal();
}

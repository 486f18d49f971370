package dev.waybill.base.refusal;

/// An exception that knows what to tell whoever asked.
public interface Refusing {

    Refusal refusal();

    /// The same for somebody who reaches this host through a door: it says nothing of where its files lie.
    default Refusal outside() {
        return refusal();
    }
}

package dev.waybill.runtime.guided;

/// How guided runs behave.
///
/// @param strict whether a repeated pair of tokens always gets the first answer, so that only a fresh acknowledgement
///     branches; otherwise another payload branches
/// @param resumable whether an agent may ask for a fresh acknowledgement, and for its runs after it lost its tokens
public record GuidedSettings(boolean strict, boolean resumable) {

    public static final GuidedSettings DEFAULT = new GuidedSettings(false, false);
}

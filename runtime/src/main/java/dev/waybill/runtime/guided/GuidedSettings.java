package dev.waybill.runtime.guided;

import java.util.List;

/// How guided runs behave.
///
/// @param strict whether a repeated pair of tokens always gets the first answer, so that only a fresh acknowledgement
///     branches; otherwise another payload branches
/// @param extras what is offered beyond the contract
public record GuidedSettings(boolean strict, List<ExtraTool> extras) {

    public static final GuidedSettings DEFAULT = new GuidedSettings(false, List.of());

    public GuidedSettings {
        extras = List.copyOf(extras);
    }

    boolean offers(ExtraTool tool) {
        return extras.contains(tool);
    }
}

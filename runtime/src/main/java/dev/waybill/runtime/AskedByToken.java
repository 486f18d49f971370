package dev.waybill.runtime;

import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.RunState;

/// An open question, with the token that shows it.
public record AskedByToken(RunState state, Interrupt interrupt, ResumeTokens.Claims claims) {}

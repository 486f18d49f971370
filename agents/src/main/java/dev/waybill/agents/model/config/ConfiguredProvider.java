package dev.waybill.agents.model.config;

import dev.waybill.agents.model.ModelProvider;
import java.util.Map;

/// @param models what the operator says about single models; others may be asked for, too
record ConfiguredProvider(ModelProvider provider, Map<String, ModelInfo> models) {}

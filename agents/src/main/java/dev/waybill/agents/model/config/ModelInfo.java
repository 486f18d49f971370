package dev.waybill.agents.model.config;

import dev.waybill.agents.model.Price;
import java.util.List;
import java.util.Optional;

/// @param classes abstract classes that it answers for
record ModelInfo(List<String> classes, Optional<Price> price) {
    ModelInfo {
        classes = List.copyOf(classes);
    }
}

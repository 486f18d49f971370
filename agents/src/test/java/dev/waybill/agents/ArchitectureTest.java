package dev.waybill.agents;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waybill.testkit.HouseRules;
import org.junit.jupiter.api.Test;

/// `agents` knows only what the arrows allow.
class ArchitectureTest {

    private final JavaClasses classes = HouseRules.mainClasses("dev.waybill.agents");

    @Test
    void itKnowsOnlyTheRoomsBelow() {
        HouseRules.knowsOnly("agents", "runtime", "engine", "workflow", "journal", "receipt", "base")
                .check(classes);
    }
}

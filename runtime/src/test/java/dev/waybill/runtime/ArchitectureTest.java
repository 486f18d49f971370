package dev.waybill.runtime;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waybill.testkit.HouseRules;
import org.junit.jupiter.api.Test;

/// `runtime` knows only what the arrows allow.
class ArchitectureTest {

    private final JavaClasses classes = HouseRules.mainClasses("dev.waybill.runtime");

    @Test
    void packagesFormNoCycle() {
        HouseRules.noPackageCycles("dev.waybill.runtime").check(classes);
    }

    @Test
    void itKnowsOnlyTheRoomsBelow() {
        HouseRules.knowsOnly("runtime", "engine", "workflow", "journal", "receipt", "base")
                .check(classes);
    }
}

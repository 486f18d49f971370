package dev.waybill.doors;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waybill.testkit.HouseRules;
import org.junit.jupiter.api.Test;

/// `doors` knows only what the arrows allow, and what it says has one order.
class ArchitectureTest {

    private final JavaClasses classes = HouseRules.mainClasses("dev.waybill.doors");

    @Test
    void packagesFormNoCycle() {
        HouseRules.noPackageCycles("dev.waybill.doors").check(classes);
    }

    @Test
    void itKnowsOnlyTheRoomsBelow() {
        HouseRules.knowsOnly("doors", "runtime", "engine", "workflow", "journal", "receipt", "base")
                .check(classes);
    }

    @Test
    void outputsKeepTheirOrder() {
        HouseRules.keepsOrder().forEach(rule -> rule.check(classes));
    }
}

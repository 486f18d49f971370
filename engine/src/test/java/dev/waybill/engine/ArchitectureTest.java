package dev.waybill.engine;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waybill.testkit.HouseRules;
import org.junit.jupiter.api.Test;

/// `engine` knows only what the arrows allow.
class ArchitectureTest {

    private final JavaClasses classes = HouseRules.mainClasses("dev.waybill.engine");

    @Test
    void packagesFormNoCycle() {
        HouseRules.noPackageCycles("dev.waybill.engine").check(classes);
    }

    @Test
    void itKnowsOnlyTheRoomsBelow() {
        HouseRules.knowsOnly("engine", "workflow", "journal", "receipt", "base").check(classes);
    }

    @Test
    void itIsPure() {
        HouseRules.isPure().forEach(rule -> rule.check(classes));
    }
}

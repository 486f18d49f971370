package dev.waybill.journal;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waybill.testkit.HouseRules;
import org.junit.jupiter.api.Test;

/// `journal` knows `base`, and is pure: no network, no clock, no chance of its own.
class ArchitectureTest {

    private final JavaClasses classes = HouseRules.mainClasses("dev.waybill.journal");

    @Test
    void packagesFormNoCycle() {
        HouseRules.noPackageCycles("dev.waybill.journal").check(classes);
    }

    @Test
    void itKnowsOnlyBase() {
        HouseRules.knowsOnly("journal", "base").check(classes);
    }

    @Test
    void itIsPure() {
        HouseRules.isPure().forEach(rule -> rule.check(classes));
    }
}

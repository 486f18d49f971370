package dev.waybill.receipt;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waybill.testkit.HouseRules;
import org.junit.jupiter.api.Test;

/// `receipt` knows `base`, and is pure: no network, no clock, no chance of its own.
class ArchitectureTest {

    private final JavaClasses classes = HouseRules.mainClasses("dev.waybill.receipt");

    @Test
    void packagesFormNoCycle() {
        HouseRules.noPackageCycles("dev.waybill.receipt").check(classes);
    }

    @Test
    void itKnowsOnlyBase() {
        HouseRules.knowsOnly("receipt", "base").check(classes);
    }

    @Test
    void itIsPure() {
        HouseRules.isPure().forEach(rule -> rule.check(classes));
    }
}

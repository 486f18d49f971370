package dev.waybill.base;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waybill.testkit.HouseRules;
import org.junit.jupiter.api.Test;

/// `base` knows the JDK and nothing else of ours, and is pure.
class ArchitectureTest {

    private final JavaClasses classes = HouseRules.mainClasses("dev.waybill.base");

    @Test
    void packagesFormNoCycle() {
        HouseRules.noPackageCycles("dev.waybill.base").check(classes);
    }

    @Test
    void itKnowsNoOtherRoom() {
        HouseRules.knowsOnly("base").check(classes);
    }

    @Test
    void itIsPure() {
        HouseRules.isPure().forEach(rule -> rule.check(classes));
    }
}

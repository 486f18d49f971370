package dev.waybill.store;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waybill.testkit.HouseRules;
import org.junit.jupiter.api.Test;

/// `store` knows only what the arrows allow.
class ArchitectureTest {

    private final JavaClasses classes = HouseRules.mainClasses("dev.waybill.store");

    @Test
    void packagesFormNoCycle() {
        HouseRules.noPackageCycles("dev.waybill.store").check(classes);
    }

    @Test
    void itKnowsOnlyTheRoomsBelow() {
        HouseRules.knowsOnly("store", "journal", "base").check(classes);
    }
}

package dev.waybill.host;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waybill.testkit.HouseRules;
import org.junit.jupiter.api.Test;

/// `host` puts the rooms below together for programs; it knows no door, no view and no command line.
class ArchitectureTest {

    private final JavaClasses classes = HouseRules.mainClasses("dev.waybill.host");

    @Test
    void packagesFormNoCycle() {
        HouseRules.noPackageCycles("dev.waybill.host").check(classes);
    }

    @Test
    void itKnowsOnlyTheRoomsBelow() {
        HouseRules.knowsOnly("host", "agents", "store", "runtime", "engine", "workflow", "journal", "receipt", "base")
                .check(classes);
    }

    @Test
    void whatItWritesHasOneOrder() {
        HouseRules.keepsOrder().forEach(rule -> rule.check(classes));
    }
}

package dev.waybill.doors;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import dev.waybill.journal.store.EventLog;
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
        HouseRules.knowsOnly("doors", "runtime", "evidence", "view", "engine", "workflow", "journal", "receipt", "base")
                .check(classes);
    }

    /// What asks for a caller is in `runtime`; a store would show anybody anything.
    @Test
    void runsAreReachedWithACallerOnly() {
        ArchRuleDefinition.noClasses()
                .should()
                .dependOnClassesThat()
                .areAssignableTo(EventLog.class)
                .because("doors look at runs through RunReader and RunHost, which ask who calls")
                .check(classes);
    }

    @Test
    void outputsKeepTheirOrder() {
        HouseRules.keepsOrder().forEach(rule -> rule.check(classes));
    }
}

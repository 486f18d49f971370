package dev.waybill.view;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waybill.testkit.HouseRules;
import org.junit.jupiter.api.Test;

/// `view` knows what is written down and what it amounts to, and shows it the same everywhere.
class ArchitectureTest {

    private final JavaClasses classes = HouseRules.mainClasses("dev.waybill.view");

    @Test
    void packagesFormNoCycle() {
        HouseRules.noPackageCycles("dev.waybill.view").check(classes);
    }

    @Test
    void itKnowsOnlyTheRoomsBelow() {
        HouseRules.knowsOnly("view", "engine", "evidence", "workflow", "journal", "receipt", "base")
                .check(classes);
    }

    @Test
    void itIsPure() {
        HouseRules.isPure().forEach(rule -> rule.check(classes));
    }

    @Test
    void noTerminalAndNoDatabaseIsInside() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..", "java.sql..", "io.helidon..")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.Console")
                .because("doors and the command line show what this room says")
                .check(classes);
    }
}

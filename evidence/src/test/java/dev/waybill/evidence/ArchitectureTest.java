package dev.waybill.evidence;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waybill.testkit.HouseRules;
import org.junit.jupiter.api.Test;

/// `evidence` knows what is written down, and nothing that runs.
class ArchitectureTest {

    private final JavaClasses classes = HouseRules.mainClasses("dev.waybill.evidence");

    @Test
    void packagesFormNoCycle() {
        HouseRules.noPackageCycles("dev.waybill.evidence").check(classes);
    }

    @Test
    void itKnowsReceiptsAndTheJournal() {
        HouseRules.knowsOnly("evidence", "base", "receipt", "journal").check(classes);
    }
}

package dev.waybill.app;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waybill.testkit.HouseRules;
import org.junit.jupiter.api.Test;

/// `app` composes the rooms; no room knows it, and what it prints has one order.
class ArchitectureTest {

    private final JavaClasses classes = HouseRules.mainClasses("dev.waybill");

    @Test
    void packagesFormNoCycle() {
        HouseRules.noPackageCycles("dev.waybill").check(classes);
    }

    @Test
    void theArrowsPointOneWay() {
        HouseRules.knowsOnly("base").check(classes);
        HouseRules.knowsOnly("receipt", "base").check(classes);
        HouseRules.knowsOnly(
                        "app",
                        "base",
                        "receipt",
                        "workflow",
                        "journal",
                        "engine",
                        "runtime",
                        "agents",
                        "store",
                        "host",
                        "evidence",
                        "view",
                        "doors")
                .check(classes);
    }

    @Test
    void outputsKeepTheirOrder() {
        HouseRules.keepsOrder().forEach(rule -> rule.check(HouseRules.inRoom("app", classes)));
    }
}

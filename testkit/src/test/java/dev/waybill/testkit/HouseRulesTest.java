package dev.waybill.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Rules that never fail prove nothing: each is shown a class that breaks it.
class HouseRulesTest {

    @Test
    void aClassThatAsksItsSurroundingsBreaksTheRulesAndLearnsTheReplacement() {
        List<String> reports = violations(Ambient.class);
        assertThat(reports).hasSize(6);
        assertThat(String.join("\n", reports))
                .contains("Instant.now", "InstantSource", "UUID.randomUUID", "System.getenv", "SecureRandom")
                .contains("java.util.Random", "let the caller fetch");
    }

    @Test
    void aClassWithSaltedOrderBreaksTheRules() {
        List<String> reports = violations(Salted.class);
        assertThat(reports).hasSize(4);
        assertThat(String.join("\n", reports)).contains("LinkedHashMap", "LinkedHashSet", "groupingBy", "toMap");
    }

    @Test
    void aPureClassBreaksNone() {
        assertThat(violations(Pure.class)).isEmpty();
    }

    private static List<String> violations(Class<?> type) {
        JavaClasses classes = new ClassFileImporter().importClasses(type);
        return HouseRules.isPure().stream()
                .map((ArchRule rule) -> rule.evaluate(classes))
                .filter(result -> result.hasViolation())
                .map(result -> result.getFailureReport().toString())
                .toList();
    }

    static final class Ambient {
        Supplier<Instant> clock = Instant::now;
        UUID id = UUID.randomUUID();
        String home = System.getenv("HOME");
        Random chance = new Random();
        SecureRandom secret = new SecureRandom();
        Class<?> network = java.net.Socket.class;
        java.net.Socket socket = new java.net.Socket();
    }

    static final class Salted {
        Map<String, String> map = Map.of();
        Set<String> set = Set.of();
        Map<String, List<String>> groups = Stream.of("a").collect(Collectors.groupingBy(x -> x));
        Map<String, String> made = Stream.of("a").collect(Collectors.toMap(x -> x, x -> x));
    }

    static final class Pure {
        Random seeded = new Random(5);
        java.net.URI name = java.net.URI.create("https://example.com");
        Map<String, String> made =
                Stream.of("a").collect(Collectors.toMap(x -> x, x -> x, (x, y) -> x, LinkedHashMap::new));
        Map<String, List<String>> groups =
                Stream.of("a").collect(Collectors.groupingBy(x -> x, LinkedHashMap::new, Collectors.toList()));
    }
}

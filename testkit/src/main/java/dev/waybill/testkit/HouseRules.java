package dev.waybill.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// The architecture as rules that fail: which room may know which, and which calls a pure room may not make.
/// Every message names the replacement, so that the failure teaches the rule.
public final class HouseRules {

    private static final String ROOT = "dev.waybill";

    /// Salted iteration order: what it touches differs between two runs of the same program.
    private static final List<Forbidden> SALTED_ORDER = List.of(
            new Forbidden("java.util.Map", "of", "a LinkedHashMap, whose order is not salted"),
            new Forbidden("java.util.Map", "ofEntries", "a LinkedHashMap, whose order is not salted"),
            new Forbidden("java.util.Map", "copyOf", "Collections.unmodifiableMap of a new LinkedHashMap"),
            new Forbidden("java.util.Set", "of", "a LinkedHashSet, whose order is not salted"),
            new Forbidden("java.util.Set", "copyOf", "Collections.unmodifiableSet of a new LinkedHashSet"),
            new Forbidden("java.util.stream.Collectors", "toSet", "toCollection(LinkedHashSet::new)"),
            new Forbidden("java.util.stream.Collectors", "toUnmodifiableSet", "toCollection(LinkedHashSet::new)"),
            new Forbidden("java.util.stream.Collectors", "toUnmodifiableMap", "toMap with LinkedHashMap::new"),
            new Forbidden("java.util.stream.Collectors", "toMap", "toMap with LinkedHashMap::new").unlessParameters(4),
            new Forbidden("java.util.stream.Collectors", "groupingBy", "groupingBy with LinkedHashMap::new")
                    .unlessParameters(3));

    /// Time, chance and surroundings: a pure room gets them handed in.
    private static final List<Forbidden> AMBIENT = List.of(
            new Forbidden("java.time.Instant", "now", "the time from the caller, or InstantSource.instant()"),
            new Forbidden("java.time.LocalDate", "now", "the time from the caller, or InstantSource.instant()"),
            new Forbidden("java.time.LocalDateTime", "now", "the time from the caller, or InstantSource.instant()"),
            new Forbidden("java.time.ZonedDateTime", "now", "the time from the caller, or InstantSource.instant()"),
            new Forbidden("java.time.OffsetDateTime", "now", "the time from the caller, or InstantSource.instant()"),
            new Forbidden("java.time.Clock", "system.*", "an InstantSource from the caller"),
            new Forbidden("java.time.InstantSource", "system", "an InstantSource from the caller"),
            new Forbidden("java.lang.System", "currentTimeMillis", "an InstantSource from the caller"),
            new Forbidden("java.lang.System", "nanoTime", "an InstantSource from the caller"),
            new Forbidden("java.util.Date", "<init>", "the time from the caller").onlyParameters(0),
            new Forbidden("java.util.UUID", "randomUUID", "an id from the caller, or a RandomGenerator"),
            new Forbidden("java.lang.Math", "random", "a RandomGenerator from the caller"),
            new Forbidden("java.util.concurrent.ThreadLocalRandom", ".*", "a RandomGenerator from the caller"),
            new Forbidden("java.util.Random", "<init>", "a RandomGenerator from the caller").onlyParameters(0),
            new Forbidden("java.security.SecureRandom", "<init>", "a SecureRandom from the caller").onlyParameters(0),
            new Forbidden("java.security.SecureRandom", "getInstance.*", "a SecureRandom from the caller"),
            new Forbidden("java.lang.System", "getenv", "a setting from the composition root"),
            new Forbidden("java.lang.System", "getProperty", "a setting from the composition root"),
            new Forbidden("java.lang.Integer", "getInteger", "a setting from the composition root"),
            new Forbidden("java.lang.Boolean", "getBoolean", "a setting from the composition root"));

    private static final Map<String, SoftReference<JavaClasses>> READ = new ConcurrentHashMap<>();

    private HouseRules() {}

    /// The production classes of a room, or of all. Reading them takes seconds, so that every rule of a test gets the
    /// same ones, unless their memory was needed.
    public static JavaClasses mainClasses(String root) {
        SoftReference<JavaClasses> kept = READ.get(root);
        JavaClasses known = kept == null ? null : kept.get();
        if (known != null) {
            return known;
        }
        JavaClasses read = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(root);
        READ.put(root, new SoftReference<>(read));
        return read;
    }

    /// Those of them that lie in one room.
    public static JavaClasses inRoom(String room, JavaClasses classes) {
        return classes.that(DescribedPredicate.describe("lie in " + room, inRoom(room)));
    }

    /// No two packages below a root know each other, not even around a corner.
    public static ArchRule noPackageCycles(String root) {
        return slices().assignedFrom(byPackage(root)).should().beFreeOfCycles().allowEmptyShould(true);
    }

    /// A room may know itself, the given rooms of ours, and libraries.
    public static ArchRule knowsOnly(String room, String... rooms) {
        return noClasses()
                .that()
                .resideInAPackage(ROOT + "." + room + "..")
                .should()
                .dependOnClassesThat(ours().and(outside(room, rooms)))
                .because("of our rooms " + room + " may know only " + List.of(rooms) + ": the arrows point one way")
                .allowEmptyShould(true);
    }

    /// Nothing whose iteration order changes from run to run.
    public static List<ArchRule> keepsOrder() {
        return SALTED_ORDER.stream().map(Forbidden::rule).toList();
    }

    /// No clock, no chance, no environment, no network: the room answers the same wherever it runs.
    public static List<ArchRule> isPure() {
        return List.of(AMBIENT.stream().map(Forbidden::rule).toList(), keepsOrder(), List.of(noNetwork())).stream()
                .flatMap(List::stream)
                .toList();
    }

    private static ArchRule noNetwork() {
        return noClasses()
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "reach the network",
                        type -> type.getPackageName().startsWith("java.net")
                                && !type.getName().equals("java.net.URI")
                                && !type.getName().equals("java.net.URISyntaxException")))
                .because("verification works offline; let the caller fetch and hand in bytes")
                .allowEmptyShould(true);
    }

    private static SliceAssignment byPackage(String root) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                String name = type.getPackageName();
                return name.equals(root) || name.startsWith(root + ".")
                        ? SliceIdentifier.of(name)
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "the packages of " + root;
            }
        };
    }

    private static DescribedPredicate<JavaClass> ours() {
        return JavaClass.Predicates.resideInAPackage(ROOT + "..");
    }

    private static DescribedPredicate<JavaClass> outside(String room, String... rooms) {
        Predicate<JavaClass> inside = inRoom(room);
        for (String other : rooms) {
            inside = inside.or(inRoom(other));
        }
        return DescribedPredicate.describe("lie in other rooms", inside.negate());
    }

    private static Predicate<JavaClass> inRoom(String room) {
        String name = ROOT + "." + room;
        return type ->
                type.getPackageName().equals(name) || type.getPackageName().startsWith(name + ".");
    }

    /// A call that a room may not make, by itself or as a method reference.
    private record Forbidden(String owner, String method, String instead, int only, int unless) {

        private static final int ANY = -1;

        Forbidden(String owner, String method, String instead) {
            this(owner, method, instead, ANY, ANY);
        }

        /// Only the overload with so many parameters.
        Forbidden onlyParameters(int count) {
            return new Forbidden(owner, method, instead, count, unless);
        }

        /// Not the overload with so many parameters, which takes a map supplier.
        Forbidden unlessParameters(int count) {
            return new Forbidden(owner, method, instead, only, count);
        }

        ArchRule rule() {
            return noClasses()
                    .should()
                    .accessTargetWhere(DescribedPredicate.describe("call " + owner + "." + method, this::isMadeBy))
                    .because("use " + instead + " instead")
                    .allowEmptyShould(true);
        }

        private boolean isMadeBy(JavaAccess<?> access) {
            if (!(access.getTarget() instanceof CodeUnitAccessTarget target)) {
                return false;
            }
            int parameters = target.getRawParameterTypes().size();
            return target.getOwner().getName().equals(owner)
                    && target.getName().matches(method)
                    && (only == ANY || parameters == only)
                    && parameters != unless;
        }
    }
}

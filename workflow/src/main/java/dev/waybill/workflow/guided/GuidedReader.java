package dev.waybill.workflow.guided;

import dev.waybill.base.Words;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.Members;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the document of a guided workflow and finds everything that is wrong with it, not only the first thing.
final class GuidedReader {

    private static final List<String> MEMBERS =
            Words.of("id name description version about examples preconditions clarificationPrompts "
                    + "metaGuidance modelTier recommendedPreferences features functionDefinitions "
                    + "assessments extensionPoints references contracts metricsProfile "
                    + "validatedAgainstSpecVersion steps resolvedBindings");
    private static final Pattern ID = Pattern.compile("[a-z0-9_-]+|[a-z][a-z0-9_-]+\\.[a-z][a-z0-9_-]+");
    private static final Pattern SEMVER = Pattern.compile(
            "(0|[1-9]\\d*+)\\.(0|[1-9]\\d*+)\\.(0|[1-9]\\d*+)(-[0-9A-Za-z.-]++)?+(\\+[0-9A-Za-z.-]++)?+");

    private final Reading reading;
    private final Members root;

    GuidedReader(Reading reading) {
        this.reading = reading;
        this.root = new Members(reading.document, "", reading.findings);
    }

    /// @return null when something is wrong
    @Nullable
    GuidedWorkflow read() {
        root.expectOnly(MEMBERS);
        String id = id();
        List<GuidedFunction> functions = new FunctionReader(reading).definitions(root);
        functions.forEach(it -> reading.functions.put(it.name(), it));
        new AssessmentReader(reading).definitions(root);
        root.objects(
                "contracts",
                root.optionalArray("contracts"),
                it -> Contracts.readOne(it, reading.contracts, !reading.compiled));
        inlineContracts();
        sourceMembers();
        List<GuidedStep> steps = steps();
        var read = new GuidedWorkflow(
                id,
                root.text("name", reading.most(128), null),
                root.text("description", reading.most(512), null),
                root.text("version", 64, SEMVER),
                root.optionalText("about", 1, reading.most(4096)),
                examples(),
                lines("preconditions"),
                lines("clarificationPrompts"),
                lines("metaGuidance"),
                tier(),
                preferences(),
                functions,
                List.copyOf(reading.assessments.values()),
                references(),
                List.copyOf(reading.contracts.values()),
                steps,
                reading.document);
        if (!reading.compiled) {
            sentinels(reading.document, "");
        }
        return reading.findings.errorCount() == 0 ? read : null;
    }

    private String id() {
        String id = root.text("id", 64, ID);
        if (!id.isEmpty() && id.length() < 3) {
            reading.findings.error(
                    "/id", DefinitionCode.OUT_OF_RANGE, "expected at least 3 characters", "use a longer id");
        }
        return id;
    }

    /// A contract with a name that is written in one step may be used by another.
    private void inlineContracts() {
        if (!reading.compiled) {
            InlineContracts.names(reading.document).forEach(ref -> {
                if (!reading.contracts.containsKey(ref)) {
                    reading.inlineContracts.add(ref);
                }
            });
        }
    }

    private void sourceMembers() {
        root.word("metricsProfile", List.of("coding", "review", "research", "design", "ticket", "none"));
        root.texts("features", root.optionalArray("features"), (feature, place) -> {
            if (!SharedTexts.features().contains(feature)) {
                reading.unknown(place, "feature", feature, SharedTexts.features());
            }
        });
        Set<String> slots = new LinkedHashSet<>();
        root.objects("extensionPoints", root.optionalArray("extensionPoints"), it -> {
            it.expectOnly(List.of("slotId", "purpose", "default", "acceptedKinds"));
            String slot = it.text("slotId", 128, null);
            it.optionalText("purpose");
            it.optionalText("default");
            if (!slots.add(slot)) {
                reading.duplicate(it.pointer(), "slot", slot);
            }
        });
    }

    private List<GuidedStep> steps() {
        List<GuidedStep> steps = new ArrayList<>();
        List<JsonValue> items = root.requiredArray("steps");
        if (items.isEmpty() && reading.document.array("steps").isPresent()) {
            reading.findings.error("/steps", DefinitionCode.OUT_OF_RANGE, "expected at least one step", "add a step");
        }
        var reader = new StepReader(reading);
        root.objects("steps", items, it -> {
            GuidedStep read = reader.read(it, reading.functions);
            if (read != null) {
                steps.add(read);
            }
        });
        if (!reading.compiled) {
            BodyReferences.check(reading);
        }
        return steps;
    }

    private List<String> lines(String name) {
        Set<String> seen = new LinkedHashSet<>();
        return root.texts(name, root.optionalArray(name), (text, place) -> {
            checkLength(text, place, 1, reading.most(256));
            if (!seen.add(text) && !reading.compiled) {
                reading.duplicate(place, "text", text);
            }
        });
    }

    private List<String> examples() {
        List<JsonValue> items = root.optionalArray("examples");
        if (items.size() > 6) {
            reading.findings.error(
                    "/examples",
                    DefinitionCode.OUT_OF_RANGE,
                    "expected at most 6, found %d".formatted(items.size()),
                    "keep the best");
        }
        return root.texts("examples", items, (text, place) -> checkLength(text, place, 10, reading.most(120)));
    }

    private void checkLength(String text, String place, int least, int most) {
        int length = text.codePointCount(0, text.length());
        if (length < least || length > most) {
            reading.findings.error(
                    place,
                    DefinitionCode.OUT_OF_RANGE,
                    "expected %d to %d characters, found %d".formatted(least, most, length),
                    length < least ? "say more" : "shorten it");
        }
    }

    private @Nullable String tier() {
        String tier = root.optionalText("modelTier");
        root.word("modelTier", StepReader.TIERS);
        return tier;
    }

    private JsonObject preferences() {
        Members preferences = root.below("recommendedPreferences", root.optionalObject("recommendedPreferences"));
        preferences.expectOnly(List.of("recommendedAutonomy", "recommendedRiskPolicy"));
        preferences.word(
                "recommendedAutonomy", List.of("guided", "full_auto_stop_on_user_deps", "full_auto_never_stop"));
        preferences.word("recommendedRiskPolicy", List.of("conservative", "balanced", "aggressive"));
        return preferences.object();
    }

    private List<Reference> references() {
        List<Reference> references = new ArrayList<>();
        root.objects("references", root.optionalArray("references"), it -> {
            it.expectOnly(List.of("id", "title", "source", "purpose", "authoritative", "resolveFrom"));
            String id = it.text("id", 128, null);
            if (references.stream().anyMatch(other -> other.id().equals(id))) {
                reading.duplicate(it.pointer(), "reference", id);
            }
            it.word("resolveFrom", List.of("workspace", "package"));
            references.add(new Reference(
                    id,
                    it.text("title"),
                    it.text("source"),
                    it.text("purpose"),
                    it.flag("authoritative", false),
                    it.object().string("resolveFrom").orElse("workspace")));
        });
        return references;
    }

    /// Marks that nothing would replace: a slot without a value, or a misspelt one.
    private void sentinels(JsonValue value, String pointer) {
        switch (value) {
            case JsonString(var text) when text.contains(TemplateText.SENTINEL) -> sentinel(text, pointer);
            case JsonArray array -> {
                for (int i = 0; i < array.size(); i++) {
                    sentinels(array.get(i), JsonPointer.item(pointer, i));
                }
            }
            case JsonObject object ->
                object.members().forEach((name, it) -> sentinels(it, JsonPointer.member(pointer, name)));
            default -> {}
        }
    }

    private void sentinel(String text, String pointer) {
        var slots = new Slots(reading.document, reading.surroundings.bindings());
        boolean fragment = pointer.contains("/promptFragments/");
        Matcher bindings = TemplateText.BINDING.matcher(text);
        while (bindings.find()) {
            if (slots.value(bindings.group(1)).isEmpty()) {
                reading.unknown(pointer, "bound extension point", bindings.group(1), slots.ids());
            }
        }
        if (fragment || TemplateText.BINDING.matcher(text).replaceAll("").contains(TemplateText.SENTINEL)) {
            reading.findings.error(
                    pointer,
                    DefinitionCode.BAD_FORMAT,
                    fragment ? "a fragment may not hold \"{{wr.\"" : "only {{wr.bindings.SLOT}} is replaced",
                    "remove it");
        }
    }
}

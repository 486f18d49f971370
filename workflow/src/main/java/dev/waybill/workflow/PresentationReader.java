package dev.waybill.workflow;

import dev.waybill.base.Words;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Checks the parts of a definition that no run looks at: descriptions, groups, metadata, prompts by default.
/// They are kept as written; a wrong shape would only trouble the next tool, but it would.
record PresentationReader(Members root, Names names) {

    private static final List<String> TEXTS =
            List.of("description", "type", "tenantId", "scopeId", "createdAt", "updatedAt");
    private static final List<String> METADATA_TEXTS =
            Words.of("createdBy createdAt updatedBy updatedAt category author codeVersion customizedAt "
                    + "customizedBy forkedFrom clonedFrom clonedAt");
    private static final List<String> GROUP_MEMBERS =
            List.of("id", "name", "color", "collapsed", "nodeIds", "position", "size");
    private static final int MOST_TAGS = 100;
    private static final int LONGEST_TAG = 256;

    void read() {
        TEXTS.forEach(root::optionalText);
        if (root.has("slug")) {
            root.text("slug", Integer.MAX_VALUE, Grammar.SLUG);
        }
        root.flag("isActive", true);
        root.word("status", List.of("active", "inactive", "draft", "archived"));
        metadata();
        groups();
        defaults();
        root.objects("acceptsInheritedArtifacts", root.optionalArray("acceptsInheritedArtifacts"), _ -> {});
    }

    private void metadata() {
        Members metadata = root.below("metadata", root.optionalObject("metadata"));
        METADATA_TEXTS.forEach(metadata::optionalText);
        metadata.optionalObject("customProperties");
        metadata.word("complianceClass", List.of("public", "pii", "phi", "pci", "regulated"));
        metadata.below("complianceConfig", metadata.optionalObject("complianceConfig"))
                .word("maskingMode", List.of("mask", "omit", "hash", "passthrough"));
        List<JsonValue> tags = metadata.optionalArray("tags");
        if (tags.size() > MOST_TAGS) {
            tooMany(metadata.pointer("tags"), tags.size());
        }
        metadata.texts("tags", tags, this::checkTag);
    }

    private void tooMany(String pointer, int found) {
        root.findings()
                .error(
                        pointer,
                        DefinitionCode.OUT_OF_RANGE,
                        "expected at most 100 tags, found " + found,
                        "keep the tags that people search for");
    }

    private void checkTag(String tag, String pointer) {
        int length = tag.codePointCount(0, tag.length());
        if (length < 1 || length > LONGEST_TAG) {
            root.findings()
                    .error(
                            pointer,
                            DefinitionCode.OUT_OF_RANGE,
                            "expected a tag of 1 to 256 characters, found " + length,
                            "shorten or remove the tag");
        }
    }

    private void groups() {
        Set<String> ids = new HashSet<>();
        root.objects("groups", root.optionalArray("groups"), group -> {
            group.expectOnly(GROUP_MEMBERS);
            String id = group.text("id");
            if (!id.isEmpty() && !ids.add(id)) {
                root.findings()
                        .error(
                                group.pointer("id"),
                                DefinitionCode.DUPLICATE_ID,
                                "another group is called \"%s\"".formatted(Members.shown(id)),
                                "give each group its own id");
            }
            group.text("name");
            group.optionalText("color");
            group.flag("collapsed", false);
            group.texts(
                    "nodeIds",
                    group.requiredArray("nodeIds"),
                    (node, pointer) -> names.use(Names.Kind.NODE, node, pointer, true));
            numbers(group, "position", "x", "y");
            numbers(group, "size", "width", "height");
        });
    }

    /// An object of two numbers.
    static void numbers(Members owner, String name, String first, String second) {
        if (owner.require(name) && owner.object().get(name) instanceof JsonObject pair) {
            Members members = owner.below(name, pair);
            members.number(first);
            members.number(second);
        } else {
            owner.optionalObject(name);
        }
    }

    private void defaults() {
        Members defaults = root.below("defaults", root.optionalObject("defaults"));
        defaults.expectOnly(List.of("promptRefs"));
        defaults.below("promptRefs", defaults.optionalObject("promptRefs"))
                .expectOnly(List.of("system", "user", "few-shot", "schema-hint"));
    }
}

package dev.waybill.workflow.guided;

import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.DefinitionLimits;
import dev.waybill.workflow.Findings;
import org.jspecify.annotations.Nullable;

/// Compiles the source of a guided workflow: templates are expanded, slots filled, features added, shared texts and
/// blocks written out. What a run is pinned to is the result, so that no later change elsewhere can reach it.
public final class GuidedCompiler {

    /// A compiled document refers to nothing outside of itself.
    private static final GuidedSurroundings NOWHERE =
            new GuidedSurroundings(Routines.NONE, Bindings.NONE, Contracts.NONE);

    private final GuidedSurroundings surroundings;

    /// @param routines what `templateCall` may name
    /// @param bindings what the project puts into extension points
    /// @param contracts the outputs that steps may ask for by name
    public GuidedCompiler(Routines routines, Bindings bindings, Contracts contracts) {
        this.surroundings = new GuidedSurroundings(routines, bindings, contracts);
    }

    /// A compiler that knows what we ship.
    public static GuidedCompiler bundled() {
        return new GuidedCompiler(Routines.of(Bundled.routines()), Bindings.NONE, Contracts.bundled());
    }

    /// Compiles a source. The answer is a value; nothing is thrown, whatever the document holds.
    public GuidedRead compile(JsonObject source) {
        var findings = new Findings();
        DefinitionLimits.check(source, findings);
        if (findings.errorCount() == 0 && isCanonical(source, findings)) {
            new GuidedReader(new Reading(source, false, false, surroundings, findings)).read();
        }
        if (findings.errorCount() > 0) {
            return new GuidedRead.Bad(findings.errors());
        }
        JsonObject document = new Compilation(source, surroundings).document();
        var after = new Findings();
        if (JsonWriter.compact(document).contains(TemplateText.SENTINEL)) {
            after.error(
                    "",
                    DefinitionCode.BAD_FORMAT,
                    "what a binding or a default puts in place holds \"%s\" itself".formatted(TemplateText.SENTINEL),
                    "bind plain texts");
        }
        BindingDrift.warn(source, surroundings.bindings(), findings);
        GuidedWorkflow workflow = read(document, after);
        return workflow == null ? new GuidedRead.Bad(after.errors()) : new GuidedRead.Ok(workflow, findings.warnings());
    }

    /// Reads a compiled document.
    static @Nullable GuidedWorkflow read(JsonObject document, Findings findings) {
        return new GuidedReader(new Reading(document, true, false, NOWHERE, findings)).read();
    }

    /// The reader of text refuses lone surrogates and infinite numbers; a document that was built may hold them.
    private static boolean isCanonical(JsonObject source, Findings findings) {
        try {
            return Jcs.canonicalBytes(source).length > 0;
        } catch (IllegalArgumentException e) {
            findings.error(
                    "",
                    DefinitionCode.BAD_FORMAT,
                    "the document has no canonical form: " + e.getMessage(),
                    "write it as JSON text that others can read");
            return false;
        }
    }
}

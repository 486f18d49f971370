package dev.waybill.app.command.guided;

import dev.waybill.runtime.HostCheck;
import dev.waybill.runtime.catalog.Surroundings;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Findings;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.guided.Contracts;
import dev.waybill.workflow.guided.GuidedRead;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.ArrayList;
import java.util.List;

/// What became of a document.
sealed interface Checked {

    /// A guided workflow that can be started.
    record Guided(GuidedWorkflow workflow, List<DefinitionError> warnings) implements Checked {}

    /// A graph that can run.
    record Graph(WorkflowDefinition definition, List<DefinitionError> warnings) implements Checked {}

    /// A sound file that is no workflow itself.
    record Beside(DocumentKind kind) implements Checked {}

    /// It cannot be used, for all of these reasons.
    record Bad(DocumentKind kind, List<DefinitionError> errors) implements Checked {}

    /// The same on a host: a graph runs only where its node types are, and the workflows that it calls.
    default Checked on(HostCheck host) {
        if (!(this instanceof Graph(var definition, var odd))) {
            return this;
        }
        Findings findings = host.check(definition);
        List<DefinitionError> warnings = new ArrayList<>(odd);
        warnings.addAll(findings.warnings());
        return findings.errorCount() == 0
                ? new Graph(definition, warnings)
                : new Bad(DocumentKind.GRAPH, findings.errors());
    }

    static Checked of(WorkflowSource source, Surroundings surroundings) {
        DocumentKind kind = DocumentKind.of(source);
        return switch (kind) {
            case GUIDED ->
                switch (surroundings.compiler().compile(source.document())) {
                    case GuidedRead.Ok ok -> new Guided(ok.workflow(), ok.warnings());
                    case GuidedRead.Bad bad -> new Bad(kind, bad.errors());
                };
            case GRAPH ->
                switch (DefinitionReader.read(source.document())) {
                    case Read.Ok ok -> new Graph(ok.definition(), ok.warnings());
                    case Read.Bad bad -> new Bad(kind, bad.errors());
                };
            case CONTRACTS -> {
                List<DefinitionError> errors =
                        Contracts.bundled().with(source.document()).errors();
                yield errors.isEmpty() ? new Beside(kind) : new Bad(kind, errors);
            }
            case BINDINGS -> new Beside(kind);
        };
    }
}

package dev.waybill.app.command.guided;

import dev.waybill.runtime.DefinitionSource;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The files that were named together know each other, wherever they lie.
record GivenFirst(List<WorkflowSource> given, DefinitionSource others) implements DefinitionSource {

    @Override
    public Optional<WorkflowDefinition> find(String definitionId) {
        return given.stream()
                .filter(source -> source.document()
                        .string("id")
                        .filter(definitionId::equals)
                        .isPresent())
                .filter(source -> DocumentKind.of(source) == DocumentKind.GRAPH)
                .flatMap(source -> DefinitionReader.read(source.document()) instanceof Read.Ok ok
                        ? Stream.of(ok.definition())
                        : Stream.empty())
                .findFirst()
                .or(() -> others.find(definitionId));
    }

    @Override
    public List<String> ids() {
        return Stream.concat(
                        given.stream().flatMap(source -> source.document().string("id").stream()),
                        others.ids().stream())
                .toList();
    }
}

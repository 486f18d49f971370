package dev.waybill.evidence;

import dev.waybill.base.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a record says, in terms that all systems share. A [RecordFormat] derives it from the record's JSON alone, so
/// that it can be derived again from the same bytes.
///
/// @param id its own id
/// @param aliases other ids under which records name it, such as the run id of a recommendation
/// @param type the registry's or the system's name of the kind, such as `TASK_TRANSITION`
/// @param time null when the record names none that can be read
/// @param parents what it depends on, in the order of the record
/// @param links what its own system says it belongs to, such as a task or a commit. A pointer and no statement: one
///     that leads nowhere is no gap, and nothing follows from the order of two times
/// @param facts what queries need of the rest, under the names of [Fact]
public record RecordContent(
        QualifiedId id,
        List<QualifiedId> aliases,
        String type,
        @Nullable RecordTime time,
        Identity identity,
        List<QualifiedId> parents,
        List<QualifiedId> links,
        JsonObject facts) {

    public RecordContent {
        aliases = List.copyOf(aliases);
        parents = List.copyOf(parents);
        links = List.copyOf(links);
    }

    /// All that it points to, parents first.
    public List<QualifiedId> references() {
        return links.isEmpty()
                ? parents
                : Stream.concat(parents.stream(), links.stream()).toList();
    }

    public RecordContent withoutFacts() {
        return new RecordContent(id, aliases, type, time, identity, parents, links, JsonObject.EMPTY);
    }
}

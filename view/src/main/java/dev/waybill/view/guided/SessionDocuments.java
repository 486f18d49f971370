package dev.waybill.view.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.guided.Display;
import dev.waybill.workflow.guided.OutputContract;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a way through a lineage amounts to for somebody who reads it: the forms that the contracts of the workflow
/// name, in the order in which they name them, and everything else as it came. A pure function, so the same session
/// always gives the same page.
final class SessionDocuments {

    private final List<PlaceView> path;
    private final List<OutputContract> contracts;
    private final List<Artifact> artifacts;

    private SessionDocuments(List<PlaceView> path, List<OutputContract> contracts) {
        this.path = path;
        this.contracts = contracts;
        this.artifacts = Artifacts.of(path, contracts);
    }

    /// Documents of one form and title are one, whichever contracts they come from.
    private record Key(Display.Form form, String title) {}

    private record Source(OutputContract contract, String member, List<String> columns) {

        boolean fits(JsonObject artifact) {
            return artifact.string("kind").filter(contract.kind()::equals).isPresent();
        }

        /// The schema of one row.
        JsonObject row() {
            return contract.schema()
                    .object("properties")
                    .flatMap(all -> all.object(member))
                    .flatMap(list -> list.object("items"))
                    .orElse(JsonObject.EMPTY);
        }
    }

    /// @param path from the first place on
    static List<SessionDocument> of(List<PlaceView> path, List<OutputContract> contracts) {
        return new SessionDocuments(path, contracts).all();
    }

    private List<SessionDocument> all() {
        Map<Key, List<Source>> wanted = new LinkedHashMap<>();
        for (OutputContract contract : contracts) {
            for (Display display : contract.display()) {
                wanted.computeIfAbsent(new Key(display.as(), display.title()), _ -> new ArrayList<>())
                        .add(new Source(contract, display.from(), display.columns()));
            }
        }
        List<SessionDocument> documents = new ArrayList<>();
        wanted.forEach((key, sources) -> document(key, sources).ifPresent(documents::add));
        artifacts.forEach(artifact -> documents.addAll(undisplayed(artifact)));
        return documents;
    }

    private Optional<SessionDocument> document(Key key, List<Source> sources) {
        return switch (key.form()) {
            case HEADER -> header(key.title(), sources);
            case LOG -> log(key.title(), sources);
            case TABLE -> rows(key.title(), sources).map(it -> it);
            case COMMENTS ->
                rows(key.title(), sources).map(it -> new SessionDocument.Comments(it.title(), it.rows(), it.from()));
        };
    }

    private Optional<SessionDocument> header(String title, List<Source> sources) {
        JsonObject facts = JsonObject.EMPTY;
        Optional<PlaceView> last = Optional.empty();
        for (PlaceView place : path) {
            for (JsonObject artifact : place.brought().artifacts()) {
                for (Source source : sources) {
                    JsonObject said = source.fits(artifact)
                            ? artifact.object(source.member()).orElse(JsonObject.EMPTY)
                            : JsonObject.EMPTY;
                    for (var fact : said.members().entrySet()) {
                        facts = facts.with(fact.getKey(), fact.getValue());
                        last = Optional.of(place);
                    }
                }
            }
        }
        JsonObject all = facts;
        return last.map(place -> new SessionDocument.Header(title, all, place));
    }

    private Optional<SessionDocument> log(String title, List<Source> sources) {
        List<SessionDocument.Log.Entry> entries = new ArrayList<>();
        for (PlaceView place : path) {
            for (JsonObject artifact : place.brought().artifacts()) {
                for (Source source : sources) {
                    if (source.fits(artifact)) {
                        texts(artifact.get(source.member()))
                                .forEach(text -> entries.add(new SessionDocument.Log.Entry(text, place)));
                    }
                }
            }
        }
        return entries.isEmpty() ? Optional.empty() : Optional.of(new SessionDocument.Log(title, entries));
    }

    private static List<String> texts(@Nullable JsonValue value) {
        List<String> texts = new ArrayList<>();
        if (value instanceof JsonString(var text)) {
            texts.add(text);
        } else if (value instanceof JsonArray array) {
            array.forEach(item -> texts.addAll(texts(item)));
        }
        return texts;
    }

    private Optional<SessionDocument.Rows> rows(String title, List<Source> sources) {
        List<JsonValue> rows = new ArrayList<>();
        List<PlaceView> from = new ArrayList<>();
        for (Source source : sources) {
            latest(source).ifPresent(artifact -> {
                List<JsonValue> list = list(artifact, source.member());
                rows.addAll(list);
                from.addAll(origins(artifact, source.member(), list.size()));
            });
        }
        Source first = sources.getFirst();
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(SessionDocument.Rows.of(title, first.columns(), first.row(), rows, from));
    }

    /// Where rows are not merged, those that came last hold.
    private Optional<Artifact> latest(Source source) {
        return artifacts.stream()
                .filter(artifact -> artifact.kind().equals(source.contract().kind())
                        && artifact.content().array(source.member()).isPresent())
                .reduce((_, later) -> later);
    }

    private static List<JsonValue> list(Artifact artifact, String member) {
        return artifact.content().array(member).orElse(JsonArray.EMPTY).items();
    }

    private static List<PlaceView> origins(Artifact artifact, String member, int count) {
        List<PlaceView> known = artifact.rows().get(member);
        if (known != null) {
            return known;
        }
        List<PlaceView> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(artifact.from().getLast());
        }
        return all;
    }

    /// What no contract displays: rows that it orders are tables all the same, the rest stays as it came.
    private List<SessionDocument> undisplayed(Artifact artifact) {
        Optional<OutputContract> contract = contracts.stream()
                .filter(it -> it.kind().equals(artifact.kind()))
                .findFirst();
        if (contract.filter(it -> !it.display().isEmpty()).isPresent()) {
            return List.of();
        }
        if (contract.isEmpty() || artifact.rows().isEmpty()) {
            return List.of(new SessionDocument.Plain(artifact));
        }
        List<SessionDocument> tables = new ArrayList<>();
        artifact.rows().forEach((list, from) -> {
            if (!from.isEmpty()) {
                Source source = new Source(contract.get(), list, List.of());
                tables.add(SessionDocument.Rows.of(list, List.of(), source.row(), list(artifact, list), from));
            }
        });
        return tables;
    }
}

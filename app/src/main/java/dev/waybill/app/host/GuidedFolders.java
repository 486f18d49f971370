package dev.waybill.app.host;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.runtime.guided.GuidedCatalog;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.guided.Bindings;
import dev.waybill.workflow.guided.Bundled;
import dev.waybill.workflow.guided.Contracts;
import dev.waybill.workflow.guided.GuidedCompiler;
import dev.waybill.workflow.guided.GuidedRead;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.Routines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The guided workflows that we ship, and those in folders. A folder may hold, besides workflows, `routines/*.json` for
/// `templateCall`, `contracts/*.json` for outputs and `bindings.json` for extension points. A workflow in a later
/// folder
/// replaces one with the same id.
///
/// Every call looks at the files' times: an edited file counts from the next call on, without a restart.
public final class GuidedFolders implements GuidedCatalog {

    private static final long LARGEST = 16L << 20;
    private static final String BINDINGS = "bindings.json";

    private final List<Path> folders;
    private @Nullable Loaded loaded;

    public GuidedFolders(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    private record Stamp(String file, FileTime time, long size) {}

    private record Loaded(List<Stamp> stamps, List<GuidedWorkflow> workflows, List<Broken> broken) {}

    private record Source(String name, JsonObject document) {}

    @Override
    public List<GuidedWorkflow> workflows() {
        return current().workflows();
    }

    @Override
    public List<Broken> broken() {
        return current().broken();
    }

    private synchronized Loaded current() {
        List<Stamp> stamps = stamps();
        Loaded known = loaded;
        if (known == null || !known.stamps().equals(stamps)) {
            known = load(stamps);
            loaded = known;
        }
        return known;
    }

    private Loaded load(List<Stamp> stamps) {
        List<Broken> broken = new ArrayList<>();
        List<Source> sources = new ArrayList<>();
        List<JsonObject> routines = new ArrayList<>(Bundled.routines());
        Bundled.workflows().forEach(document -> sources.add(new Source("bundled", document)));
        Contracts contracts = Contracts.bundled();
        Bindings bindings = Bindings.NONE;
        for (Path folder : folders) {
            for (Path file : files(folder)) {
                read(file, broken).filter(GuidedFolders::isGuided).ifPresent(document -> {
                    sources.add(new Source(file.toString(), document));
                    routines.add(document);
                });
            }
            for (Path file : files(folder.resolve("routines"))) {
                read(file, broken).ifPresent(document -> {
                    sources.add(new Source(file.toString(), document));
                    routines.add(document);
                });
            }
            for (Path file : files(folder.resolve("contracts"))) {
                contracts = with(contracts, file, broken);
            }
            bindings = with(bindings, folder, broken);
        }
        return compiled(stamps, sources, new GuidedCompiler(Routines.of(routines), bindings, contracts), broken);
    }

    private static Contracts with(Contracts contracts, Path file, List<Broken> broken) {
        Optional<JsonObject> document = read(file, broken);
        if (document.isEmpty()) {
            return contracts;
        }
        Contracts.Added added = contracts.with(document.get());
        if (!added.errors().isEmpty()) {
            broken.add(new Broken(file.toString(), Optional.empty(), added.errors()));
        }
        return added.contracts();
    }

    /// What a later folder binds comes first.
    private static Bindings with(Bindings earlier, Path folder, List<Broken> broken) {
        Path file = folder.resolve(BINDINGS);
        if (!Files.isRegularFile(file)) {
            return earlier;
        }
        Bindings own = read(file, broken).map(Bindings::of).orElse(Bindings.NONE);
        return (workflow, slot) -> own.find(workflow, slot).or(() -> earlier.find(workflow, slot));
    }

    private static Loaded compiled(
            List<Stamp> stamps, List<Source> sources, GuidedCompiler compiler, List<Broken> broken) {
        Map<String, GuidedWorkflow> byId = new TreeMap<>();
        for (Source source : sources) {
            switch (compiler.compile(source.document())) {
                case GuidedRead.Ok ok -> byId.put(ok.workflow().id(), ok.workflow());
                case GuidedRead.Bad bad ->
                    broken.add(new Broken(source.name(), source.document().string("id"), bad.errors()));
            }
        }
        return new Loaded(stamps, List.copyOf(byId.values()), List.copyOf(broken));
    }

    private static boolean isGuided(JsonObject document) {
        return document.array("steps").isPresent();
    }

    private List<Stamp> stamps() {
        List<Stamp> stamps = new ArrayList<>();
        for (Path folder : folders) {
            List<Path> all = new ArrayList<>(files(folder));
            all.addAll(files(folder.resolve("routines")));
            all.addAll(files(folder.resolve("contracts")));
            for (Path file : all) {
                stamp(file).ifPresent(stamps::add);
            }
        }
        return stamps;
    }

    private static Optional<Stamp> stamp(Path file) {
        try {
            return Optional.of(new Stamp(file.toString(), Files.getLastModifiedTime(file), Files.size(file)));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(file -> file.toString().endsWith(".json") && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    private static Optional<JsonObject> read(Path file, List<Broken> broken) {
        try {
            if (Files.size(file) > LARGEST) {
                throw new IOException("it is larger than 16 MiB");
            }
            return Optional.of(JsonReader.readObject(Files.readAllBytes(file), JsonLimits.DOCUMENT));
        } catch (IOException | JsonException e) {
            broken.add(new Broken(
                    file.toString(),
                    Optional.empty(),
                    List.of(new DefinitionError(
                            "",
                            DefinitionCode.BAD_FORMAT,
                            "this is no JSON document: " + e.getMessage(),
                            "correct it, or move it elsewhere"))));
            return Optional.empty();
        }
    }
}

package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.document.Document;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.Edit;
import dev.waybill.journal.document.Edited;
import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.KeptJson;
import dev.waybill.journal.store.Latch;
import dev.waybill.journal.store.LatchKey;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.journal.store.Transaction;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.trigger.StartTrigger;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The workflows that a tenant registered. They lie in the store, so every process on it has them at once; no other
/// tenant sees them, and none takes the place of one that the host has anyway.
public final class TenantWorkflows {

    private static final String TYPE = "application/json";
    private static final int MOST = 1_000;
    /// The latch of a tenant that has registered something with triggers.
    public static final String WITH_TRIGGERS = "trigger-tenant";

    private static final String OPERATION = "workflows.register";

    private final RunStore store;
    private final DefinitionSource others;
    private final NodeTypes types;
    private final InstantSource clock;
    private final Caller caller;
    private final Shelf shelf;

    TenantWorkflows(RunStore store, DefinitionSource others, NodeTypes types, InstantSource clock, Caller caller) {
        this.store = store;
        this.others = others;
        this.types = types;
        this.clock = clock;
        this.caller = caller;
        this.shelf = Shelf.workflows(caller.tenant());
    }

    /// A definition and how often it was changed.
    ///
    /// @param again whether an earlier call did it
    public record Registered(WorkflowDefinition definition, long revision, boolean again) {}

    /// What is there for a tenant: everybody's, and what it registered itself.
    static DefinitionSource around(DefinitionSource others, Documents documents, String tenant) {
        return new DefinitionSource() {
            @Override
            public Optional<WorkflowDefinition> find(String id) {
                return others.find(id)
                        .or(() -> documents.find(Shelf.workflows(tenant), id).map(TenantWorkflows::definition));
            }

            @Override
            public List<String> ids() {
                List<String> all = new ArrayList<>(others.ids());
                documents.list(Shelf.workflows(tenant), Documents.NOW).forEach(it -> all.add(it.name()));
                return all;
            }
        };
    }

    /// All that were registered, by id.
    public List<Registered> list() {
        return store.documents().list(shelf, Documents.NOW).stream()
                .map(TenantWorkflows::registered)
                .toList();
    }

    public Optional<Registered> find(String id) {
        return store.documents().find(shelf, id).map(TenantWorkflows::registered);
    }

    private static Registered registered(Document document) {
        return new Registered(definition(document), document.version(), false);
    }

    private static WorkflowDefinition definition(Document document) {
        String place = "documents, workflow %s of tenant %s"
                .formatted(document.name(), document.shelf().tenant());
        return switch (DefinitionReader.read(KeptJson.read(document.content(), place))) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad ->
                throw StoreException.damaged(
                        place,
                        new IllegalArgumentException(bad.errors().getFirst().message()));
        };
    }

    /// Registers a definition, or the next revision of one. What is there already stays as it is.
    ///
    /// @param key two calls of one tenant with the same key are one
    /// @throws Refused with everything that is wrong, or when the host has a workflow of this id anyway
    public Registered register(JsonObject document, @Nullable String key) {
        caller.require(Scope.WORKFLOWS_WRITE);
        IdempotencyKey call = Idempotency.key(caller, OPERATION, key);
        Optional<IdempotencyRecord> earlier = call == null ? Optional.empty() : store.answered(call, clock.instant());
        if (earlier.isPresent()) {
            return again(earlier.get(), document);
        }
        WorkflowDefinition definition = checked(document);
        Registered registered = keep(definition);
        if (call != null) {
            JsonObject answer = JsonObject.builder()
                    .put("id", definition.id())
                    .put("revision", registered.revision())
                    .build();
            Transaction remembered = new Transaction(
                    List.of(), List.of(), List.of(), Idempotency.record(call, document, answer, clock.instant()));
            if (store.commit(remembered) instanceof Commit.Answered answered) {
                return again(answered.earlier(), document);
            }
        }
        return registered;
    }

    private Registered again(IdempotencyRecord earlier, JsonObject document) {
        JsonValue revision = Idempotency.answer(earlier, document).get("revision");
        long known = revision instanceof JsonNumber number ? number.asInteger().orElse(1) : 1;
        return new Registered(read(document), known, true);
    }

    private Registered keep(WorkflowDefinition definition) {
        noteTriggers(definition);
        byte[] content = Jcs.canonicalBytes(definition.toJson());
        Optional<Document> there = store.documents().find(shelf, definition.id());
        if (there.isPresent() && Digest.of(there.get().content()).equals(Digest.of(content))) {
            return new Registered(definition, there.get().version(), true);
        }
        if (there.isEmpty() && store.documents().list(shelf, Documents.NOW).size() >= MOST) {
            throw new Refused(RefusalCode.VALIDATION_ERROR, "a tenant registers at most %d workflows".formatted(MOST));
        }
        Edited edited = store.documents()
                .edit(new Edit(shelf, definition.id(), TYPE, content, clock.instant(), caller.principal(), Edit.ANY));
        return new Registered(definition, ((Edited.Done) edited).document().version(), false);
    }

    /// Before the definition is there, so that none with a trigger is ever overlooked.
    private void noteTriggers(WorkflowDefinition definition) {
        LatchKey key = new LatchKey(WITH_TRIGGERS, caller.tenant(), "");
        if (!StartTrigger.of(definition).isEmpty() && store.latches().find(key).isEmpty()) {
            store.commit(Transaction.of(Latch.first(key, "", clock.instant())));
        }
    }

    /// All that a tenant registered and this version can read.
    public static List<WorkflowDefinition> readable(Documents documents, String tenant) {
        List<WorkflowDefinition> all = new ArrayList<>();
        for (Document document : documents.list(Shelf.workflows(tenant), Documents.NOW)) {
            try {
                all.add(definition(document));
            } catch (Refused _) {
                // Whoever starts it is told why it cannot be read.
            } catch (StoreException damaged) {
                if (damaged.problem() != StoreProblem.CORRUPT) {
                    throw damaged;
                }
            }
        }
        return all;
    }

    private WorkflowDefinition checked(JsonObject document) {
        WorkflowDefinition definition = read(document);
        if (others.find(definition.id()).isPresent()) {
            throw new Refused(
                    RefusalCode.WORKFLOW_EXISTS,
                    "this host has a workflow called \"%s\" already; choose another id".formatted(definition.id()));
        }
        refuse(new HostCheck(around(others, store.documents(), caller.tenant()), types)
                .check(definition)
                .errors());
        return definition;
    }

    private static WorkflowDefinition read(JsonObject document) {
        return switch (DefinitionReader.read(document)) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad -> {
                refuse(bad.errors());
                throw new IllegalStateException("a bad definition without an error");
            }
        };
    }

    private static void refuse(List<DefinitionError> errors) {
        if (errors.isEmpty()) {
            return;
        }
        List<JsonValue> all = new ArrayList<>();
        errors.forEach(error -> all.add(JsonObject.builder()
                .put("pointer", error.pointer())
                .put("code", error.code().toString())
                .put("message", error.message())
                .put("hint", error.hint())
                .build()));
        throw new Refused(
                RefusalCode.VALIDATION_ERROR,
                errors.getFirst().message() + "; " + errors.getFirst().hint(),
                JsonObject.EMPTY.with("errors", new JsonArray(all)));
    }

    /// Runs that were started with it keep it.
    ///
    /// @return whether there was one
    public boolean remove(String id) {
        caller.require(Scope.WORKFLOWS_WRITE);
        return store.documents().edit(new Edit(shelf, id, null, null, clock.instant(), caller.principal(), Edit.ANY))
                instanceof Edited.Done;
    }
}

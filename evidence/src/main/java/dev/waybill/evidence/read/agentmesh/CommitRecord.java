package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.Members;
import java.util.List;
import java.util.Optional;

/// A commit with its message: `{"sha", "message", "files", "patch_id_stable"}`, the last two where they are known.
///
/// One that is known by its message alone has an id of its own, so that the two are not taken for one record in two
/// versions.
public final class CommitRecord {

    public static final RecordFormat FORMAT = new RecordFormat("agentmesh/commit", CommitRecord::content);

    public static final String TYPE = "GIT_COMMIT";

    private CommitRecord() {}

    private static RecordContent content(JsonObject commit, EvidenceEnvelope envelope) {
        String sha = Members.required(commit, "sha");
        String message =
                commit.string("message").orElseThrow(() -> new UnreadableRecord("expected a message, found none"));
        List<WitnessBlock> blocks = WitnessBlock.of(message);
        List<JsonObject> witnesses = blocks.stream()
                .map(Witness::payloadOf)
                .filter(payload -> !payload.isEmpty())
                .toList();
        List<String> episodes = said(witnesses, "episode_id");
        List<String> agents = said(witnesses, "agent_id");
        String id = commit.has("files") ? sha : sha + "/message";
        ContentDraft draft = new ContentDraft(new QualifiedId(Repo.AGENTMESH, id), TYPE, envelope);
        blocks.forEach(block -> draft.link(block.trailer(WitnessBlock.WITNESS)));
        return draft.alias(Optional.of(sha))
                .at(Members.text(commit, "committed_at")
                        .or(() -> said(witnesses, "timestamp").stream().findFirst()))
                .about(Field.EPISODE, only(episodes))
                .about(Field.AGENT, only(agents))
                .fact(Fact.COMMIT, Optional.of(sha))
                .fact(Fact.TITLE, message.lines().findFirst())
                .fact(Fact.SIGNER, only(signers(witnesses)))
                .fact("episodes", episodes.size() > 1 ? JsonArray.ofStrings(episodes) : null)
                .done();
    }

    private static List<String> said(List<JsonObject> witnesses, String name) {
        return witnesses.stream()
                .flatMap(witness -> Members.text(witness, name).stream())
                .distinct()
                .toList();
    }

    private static List<String> signers(List<JsonObject> witnesses) {
        return said(
                witnesses.stream()
                        .map(witness -> Members.object(witness, "signer"))
                        .toList(),
                "key_id");
    }

    /// What all witnesses agree on; when they differ, the commit as a whole says nothing.
    private static Optional<String> only(List<String> values) {
        return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
    }
}

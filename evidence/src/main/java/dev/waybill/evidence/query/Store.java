package dev.waybill.evidence.query;

import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.index.IndexedRecord;
import java.util.List;
import java.util.regex.Pattern;

/// One place where one system keeps its records: ids of some kinds mean something only there, and its records share a
/// clock.
///
/// @param folder the folder of the record's file
record Store(Repo repo, String root, String folder) {

    /// AgentMesh counts its events anew in every data directory.
    private static final Pattern COUNTED = Pattern.compile("evt_\\d+");

    static Store of(EvidenceRecord record) {
        return new Store(record.id().repo(), record.place().root(), folder(record.place()));
    }

    /// Whether a record at a place may be one of its own.
    boolean holds(Place place) {
        return place.root().equals(root) && folder(place).equals(folder);
    }

    private static String folder(Place place) {
        return place.file().substring(0, Math.max(0, place.file().lastIndexOf('/')));
    }

    static boolean isCounted(QualifiedId id) {
        return id.repo() == Repo.AGENTMESH && COUNTED.matcher(id.id()).matches();
    }

    /// The stores of some records, each once; where two folders are called alike, with the way to them.
    static List<String> names(List<IndexedRecord> records) {
        List<Store> stores =
                records.stream().map(found -> of(found.record())).distinct().toList();
        boolean clear = stores.stream().map(Store::toString).distinct().count() == stores.size();
        return stores.stream()
                .map(store -> clear ? store.toString() : store.root + " (" + store.folder + ")")
                .toList();
    }

    @Override
    public String toString() {
        return folder.isEmpty() ? root : folder;
    }
}

package dev.waybill.simulator;

import dev.waybill.journal.store.RunStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/// What every store promises, one sentence per test. A store's test class extends this one and says how to open it.
///
/// The promises of each port stand in an interface of their own, so that a failure names the port.
public abstract class StoreContract
        implements EventLogContract,
                TransactionContract,
                ForkContract,
                RunQueryContract,
                ReceiptContract,
                OwnershipContract,
                FamilyContract,
                WakeContract,
                DeliveryContract,
                PostingContract,
                DocumentContract,
                LatchContract,
                TokenPlaceContract,
                TokenKeyContract,
                ApiKeyContract,
                MemoryContract,
                RetentionContract,
                ChangesContract,
                ConcurrencyContract,
                DurabilityContract {

    private final List<RunStore> opened = new ArrayList<>();
    private @Nullable RunStore store;

    /// A new, empty store.
    protected abstract RunStore open() throws Exception;

    /// Another connection to the data of the store that was opened last, as another process would have it.
    protected abstract RunStore reopen() throws Exception;

    @Override
    public final RunStore store() {
        RunStore first = store;
        if (first == null) {
            first = remember(this::open);
            store = first;
        }
        return first;
    }

    @Override
    public final RunStore elsewhere() {
        store();
        return remember(this::reopen);
    }

    @Override
    public final RunStore later() {
        closeAll();
        return remember(this::reopen);
    }

    @AfterEach
    final void closeAll() {
        opened.forEach(RunStore::close);
        opened.clear();
    }

    private RunStore remember(Opening opening) {
        try {
            RunStore next = opening.open();
            opened.add(next);
            return next;
        } catch (Exception e) {
            throw new AssertionError("the store opens", e);
        }
    }

    private interface Opening {
        RunStore open() throws Exception;
    }
}

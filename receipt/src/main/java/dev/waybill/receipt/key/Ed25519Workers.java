package dev.waybill.receipt.key;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Function;
import java.util.function.Supplier;

/// Lends signature objects to whoever signs or verifies next. A host does each step on a thread of its own, so objects
/// that belong to threads would be made, and given their key, for every one of them.
///
/// The one that came back last goes out first: it most likely has the key that is wanted.
final class Ed25519Workers {

    private final Supplier<Provider> provider;
    private final Function<Provider, Ed25519Worker> making;
    private final Deque<Ed25519Worker> idle = new ConcurrentLinkedDeque<>();

    /// @param provider asked at every use, because a faster one may have been installed since the last
    Ed25519Workers(Supplier<Provider> provider, Function<Provider, Ed25519Worker> making) {
        this.provider = provider;
        this.making = making;
    }

    interface Use<R> {
        R with(Ed25519Worker worker) throws GeneralSecurityException;
    }

    /// A worker whose provider threw may be left in the middle of something, and does not come back.
    <R> R use(Use<R> use) throws GeneralSecurityException {
        Ed25519Worker worker = next(provider.get());
        R result = use.with(worker);
        idle.push(worker);
        return result;
    }

    private Ed25519Worker next(Provider wanted) {
        for (Ed25519Worker worker = idle.poll(); worker != null; worker = idle.poll()) {
            if (worker.isOf(wanted)) {
                return worker;
            }
        }
        return making.apply(wanted);
    }
}

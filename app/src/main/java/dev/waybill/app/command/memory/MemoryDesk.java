package dev.waybill.app.command.memory;

import dev.waybill.base.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A memory that a command looks at or changes, in a store or at a host; everything as programs get it.
interface MemoryDesk extends AutoCloseable {

    /// What is remembered now.
    ///
    /// @param ref one memory; null for all
    JsonObject now(@Nullable String ref);

    /// What a run saw.
    ///
    /// @param before one of its events; null for the end of its log
    JsonObject seenBy(String run, @Nullable Long before, @Nullable String ref);

    /// @throws dev.waybill.app.cli.Failure when there is no such entry
    JsonObject get(String ref, String id);

    JsonObject history(String ref, String id);

    /// @param ttl null for ever
    JsonObject set(String ref, String id, String content, List<String> tags, @Nullable Duration ttl);

    /// @throws dev.waybill.app.cli.Failure when there is no such entry
    void delete(String ref, String id);

    @Override
    void close();
}

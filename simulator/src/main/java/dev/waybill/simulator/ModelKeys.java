package dev.waybill.simulator;

import dev.waybill.base.Digest;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.memory.Memories;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.ApiKeys;
import dev.waybill.journal.store.Blobs;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.IdempotencyRecords;
import dev.waybill.journal.store.Latches;
import dev.waybill.journal.store.Postings;
import dev.waybill.journal.store.TokenKey;
import dev.waybill.journal.store.TokenKeys;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.journal.store.TokenPlaces;
import dev.waybill.journal.store.TokenRef;
import dev.waybill.journal.store.Webhooks;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The part of the model that keeps what is found by its key: keys of tokens and of callers, blobs, answers, places.
abstract class ModelKeys implements TokenKeys, ApiKeys, Blobs, IdempotencyRecords, TokenPlaces {

    /// Whoever touches it holds its monitor.
    final ModelState state;

    ModelKeys(ModelState state) {
        this.state = state;
    }

    public Memories memories() {
        return new ModelMemories(state);
    }

    public Postings postings() {
        return new ModelPostings(state);
    }

    public Webhooks webhooks() {
        return new ModelWebhooks(state);
    }

    public Documents documents() {
        return new ModelDocuments(state);
    }

    public Latches latches() {
        return new ModelLatches(state);
    }

    @Override
    public List<TokenKey> tokenKeys() {
        synchronized (state) {
            return state.tokenKeys.values().stream()
                    .sorted(TokenKey.NEWEST_FIRST)
                    .toList();
        }
    }

    @Override
    public List<TokenKey> createTokenKey(TokenKey first) {
        synchronized (state) {
            if (state.tokenKeys.isEmpty()) {
                state.tokenKeys.put(first.id(), first);
            }
            return tokenKeys();
        }
    }

    @Override
    public List<TokenKey> rotateTokenKey(TokenKey next, Instant oldValidUntil) {
        synchronized (state) {
            TokenKey present = state.tokenKeys.get(next.id());
            if (present != null && present.isValid(next.createdAt())) {
                throw new IllegalStateException("token key %d is still valid".formatted(next.id()));
            }
            state.tokenKeys.replaceAll((_, key) -> key.isValid(oldValidUntil) ? endedAt(oldValidUntil, key) : key);
            state.tokenKeys.put(next.id(), next);
            return tokenKeys();
        }
    }

    private static TokenKey endedAt(Instant time, TokenKey key) {
        return new TokenKey(key.id(), key.secret(), key.createdAt(), time);
    }

    @Override
    public Optional<ApiKey> apiKey(Digest digest) {
        return apiKeys().stream().filter(key -> key.digest().equals(digest)).findFirst();
    }

    @Override
    public List<ApiKey> apiKeys() {
        synchronized (state) {
            return state.apiKeys.values().stream()
                    .sorted(Comparator.comparing(ApiKey::createdAt).thenComparing(ApiKey::id))
                    .toList();
        }
    }

    @Override
    public void addApiKey(ApiKey key) {
        synchronized (state) {
            if (state.apiKeys.containsKey(key.id()) || apiKey(key.digest()).isPresent()) {
                throw new IllegalStateException("API key %s is there already".formatted(key.id()));
            }
            state.apiKeys.put(key.id(), key);
        }
    }

    @Override
    public boolean addFirstApiKey(ApiKey key) {
        synchronized (state) {
            boolean first = state.apiKeys.isEmpty();
            if (first) {
                addApiKey(key);
            }
            return first;
        }
    }

    @Override
    public boolean expireApiKey(String id, Instant at) {
        synchronized (state) {
            return state.apiKeys.computeIfPresent(id, (_, key) -> key.isValid(at) ? key.endingAt(at) : key) != null;
        }
    }

    @Override
    public Optional<byte[]> blob(Digest digest) {
        synchronized (state) {
            return Optional.ofNullable(state.blobs.get(digest));
        }
    }

    @Override
    public Optional<IdempotencyRecord> answered(IdempotencyKey key, Instant now) {
        synchronized (state) {
            return state.answered(key, now);
        }
    }

    @Override
    public Optional<TokenPlace> place(TokenRef ref) {
        synchronized (state) {
            return Optional.ofNullable(state.places.get(ref));
        }
    }
}

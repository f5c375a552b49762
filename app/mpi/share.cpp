// SPDX-License-Identifier: MIT
#include "mpi/share.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "console/messages.hpp"
#include "core/bytes.hpp"
#include "files/claim.hpp"
#include "files/interrupt.hpp"
#include "run/ensemble.hpp"
#include "run/identity.hpp"
#include "run/resume.hpp"

namespace polhode::app::mpi {
namespace {

using Clock = std::chrono::steady_clock;

/// What rank 0 wants of a worker.
enum class Order : std::uint8_t { compute = 1, look, go_home };

/// The first byte of a message with records.
constexpr char more_will_come = 0, block_is_done = 1;

/// Records on their way to rank 0: many in a message.
class Parcel final : public RecordSink {
 public:
  void append(RecordKind kind, std::string_view payload) override {
    const std::lock_guard lock(mutex_);
    const std::array<std::uint32_t, 2> head{static_cast<std::uint32_t>(kind),
                                            static_cast<std::uint32_t>(payload.size())};
    bytes_.append(reinterpret_cast<const char*>(head.data()), sizeof head);
    bytes_ += payload;
    if (bytes_.size() >= usual_size || Clock::now() - sent_ >= std::chrono::milliseconds(500))
      send_off(more_will_come);
  }
  void finish() {
    const std::lock_guard lock(mutex_);
    send_off(block_is_done);
  }

 private:
  static constexpr std::size_t usual_size = std::size_t{1} << 18;

  void send_off(char how) {
    bytes_.front() = how;
    send(0, Tag::records, bytes_);
    bytes_.resize(1);
    sent_ = Clock::now();
  }

  std::mutex mutex_;
  std::string bytes_ = std::string(1, more_will_come);
  Clock::time_point sent_ = Clock::now();
};

/// Writes the records of a parcel to the journal; returns how many runs have ended.
std::uint64_t unpack(std::string_view records, Journal& journal) {
  std::uint64_t ended = 0;
  std::vector<Journal::Record> all;
  while (!records.empty()) {
    std::array<std::uint32_t, 2> head{};
    if (records.size() < sizeof head) throw FileError("a message of another rank is cut off");
    std::memcpy(head.data(), records.data(), sizeof head);
    records.remove_prefix(sizeof head);
    if (records.size() < head[1]) throw FileError("a message of another rank is cut off");
    const auto kind = static_cast<RecordKind>(head[0]);
    all.push_back({kind, records.substr(0, head[1])});
    records.remove_prefix(head[1]);
    if (kind == RecordKind::end) ++ended;
  }
  journal.append(all);
  return ended;
}

std::string order_to_compute(const RunRange& runs, std::uint64_t last_session) {
  ByteWriter writer;
  writer(static_cast<std::uint8_t>(Order::compute));
  writer(runs.first);
  writer(runs.last);
  writer(last_session);
  return writer.bytes();
}

std::string order_to_look(std::uint64_t inode) {
  ByteWriter writer;
  writer(static_cast<std::uint8_t>(Order::look));
  writer(inode);
  return writer.bytes();
}

/// Whether the file is the one that rank 0 means, by its number in the file system. What was made on another
/// machine may take some seconds to be seen.
bool sees(const std::string& path, std::uint64_t inode) {
  const auto until = Clock::now() + std::chrono::seconds(10);
  while (true) {
    const auto file = file_named(path);
    if (file) return file->inode == inode;
    if (Clock::now() >= until) return false;
    stop_if_interrupted();
    // Reading the folder renews what the machine knows of it.
    std::error_code ignored;
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (std::filesystem::directory_iterator(folder.empty() ? "." : folder, ignored); ignored) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
}

std::string header_of(const ScenarioFile& file, const RunOptions& options) {
  const std::optional<Scenario> first = first_scenario(file);
  return JournalIdentity(file, first ? &*first : nullptr, options).header();
}

template <class Bytes, class T>
void introduction_fields(Bytes& bytes, T& introduction) {
  bytes(introduction.host);
  bytes(introduction.header);
  bytes(introduction.error);
}

/// A thread that is waited for, whatever happens.
class Joined {
 public:
  template <class Work>
  explicit Joined(Work work) : thread_(std::move(work)) {}
  ~Joined() { thread_.join(); }
  Joined(const Joined&) = delete;
  Joined& operator=(const Joined&) = delete;

 private:
  std::thread thread_;
};

}  // namespace

RunDispenser::RunDispenser(std::vector<RunRange> runs, std::uint64_t takers)
    : runs_(std::move(runs)), takers_(takers) {
  for (const RunRange& range : runs_) left_ += range.size();
  std::reverse(runs_.begin(), runs_.end());
}

std::optional<RunRange> RunDispenser::next() {
  constexpr std::uint64_t most = 4096;
  const std::lock_guard lock(mutex_);
  if (runs_.empty()) return std::nullopt;
  RunRange& range = runs_.back();
  const std::uint64_t size =
      std::min(range.size(), std::clamp<std::uint64_t>(left_ / (4 * takers_), 1, most));
  const RunRange taken{range.first, range.first + size};
  range.first += size;
  left_ -= size;
  if (range.size() == 0) runs_.pop_back();
  return taken;
}

std::string bytes_of(const WorkerIntroduction& introduction) {
  ByteWriter writer;
  introduction_fields(writer, introduction);
  return writer.bytes();
}

std::optional<WorkerIntroduction> introduction_in(const std::string& bytes) {
  ByteReader reader(bytes);
  WorkerIntroduction introduction;
  introduction_fields(reader, introduction);
  return reader.is_at_end() ? std::optional(std::move(introduction)) : std::nullopt;
}

std::string why_not_together(int rank, const WorkerIntroduction& theirs, const std::string& our_host,
                             const std::string& ours) {
  const std::string who = fmt::format("rank {} on {}", rank, theirs.host);
  if (!theirs.error.empty()) return fmt::format("{} cannot begin: {}", who, theirs.error);
  const auto our_identity = JournalIdentity::from_header(ours),
             their_identity = JournalIdentity::from_header(theirs.header);
  if (!our_identity || !their_identity) return fmt::format("{} is another version of polhode", who);
  if (our_identity->version != their_identity->version)
    return fmt::format("{} is polhode {}, and rank 0 on {} is polhode {}", who, their_identity->version,
                       our_host, our_identity->version);
  if (our_identity->scenario_text != their_identity->scenario_text)
    return fmt::format("{} has another scenario in {} than rank 0 on {} in {}", who,
                       their_identity->scenario_name, our_host, our_identity->scenario_name);
  if (our_identity->trajectories != their_identity->trajectories)
    return fmt::format("{} was started {} --trajectories, and rank 0 {}", who,
                       their_identity->trajectories ? "with" : "without",
                       our_identity->trajectories ? "with" : "without");
  if (!our_identity->difference_of_ensemble(*their_identity).empty())
    return fmt::format(
        "{} makes other numbers of the scenario than rank 0 on {}: a file that it reads, or the "
        "program, is another",
        who, our_host);
  return "";
}

void Leader::receive_introductions(const ScenarioFile& file, const RunOptions& options) {
  const std::string header = header_of(file, options), host = Job::host();
  const auto ours = JournalIdentity::from_header(header);
  hosts_.assign(static_cast<std::size_t>(job_.size()), "");
  std::vector<std::string> wrong;
  int others = 0;
  for (; introduced_ < job_.size() - 1; ++introduced_) {
    const Message message = next_message();
    const auto introduction = introduction_in(message.bytes);
    if (message.tag != Tag::introduction || !introduction) {
      wrong.push_back(fmt::format("rank {} is another version of polhode", message.from));
      continue;
    }
    hosts_[static_cast<std::size_t>(message.from)] = introduction->host;
    const std::string why = why_not_together(message.from, *introduction, host, header);
    if (!why.empty()) {
      wrong.push_back(why);
    } else if (JournalIdentity::from_header(introduction->header)->instructions != ours->instructions) {
      ++others;
    }
  }
  if (!wrong.empty()) {
    std::sort(wrong.begin(), wrong.end());
    constexpr std::size_t most_told = 5;
    std::string text = "the ranks do not work on the same:";
    for (std::size_t i = 0; i < std::min(wrong.size(), most_told); ++i) text += "\n  " + wrong[i];
    if (wrong.size() > most_told) text += fmt::format("\n  and {} more", wrong.size() - most_told);
    throw RefusedInput(text);
  }
  if (others > 0)
    say(fmt::format(
        "warning: {} ranks have other instructions than rank 0 on {} ({}): the last digits may differ "
        "from those of one machine",
        others, host, ours->instructions));
  const std::uint64_t runs = runs_of(file, options).size();
  if (const auto ranks = static_cast<std::uint64_t>(job_.size()); ranks > runs)
    say(fmt::format("warning: {} ranks for {}: {} of them {} nothing to do", ranks,
                    !file.is_ensemble() ? std::string("one motion")
                    : runs == 1         ? std::string("1 run")
                                        : fmt::format("{} runs", runs),
                    ranks - runs, ranks - runs == 1 ? "has" : "have"));
}

/// Rank 0 of a later job may be on any of these machines.
void Leader::check_folder(const Journal& journal) {
  const auto file = file_named(journal.path());
  if (!file) throw FileError(fmt::format("cannot find {}, which was there", journal.path()));
  for (int rank = 1; rank < job_.size(); ++rank) send(rank, Tag::order, order_to_look(file->inode));
  std::vector<int> blind;
  for (int left = job_.size() - 1; left > 0; --left) {
    const Message message = next_message();
    if (message.tag == Tag::failed)
      throw FileError(fmt::format("rank {} cannot go on: {}", message.from, message.bytes));
    if (message.bytes != "yes") blind.push_back(message.from);
  }
  if (blind.empty()) return;
  const int rank = *std::min_element(blind.begin(), blind.end());
  const std::string folder = std::filesystem::path(journal.path()).parent_path().string();
  throw RefusedInput(fmt::format(
      "the folder {} of the results is not the same on all ranks: rank {} on {} does not see what rank 0 on "
      "{} "
      "writes there{}. A run that is resumed there would not find it: name a folder that all share with -o",
      folder.empty() ? "." : folder, rank, hosts_[static_cast<std::size_t>(rank)], Job::host(),
      blind.size() > 1 ? fmt::format(", nor do {} more", blind.size() - 1) : ""));
}

void Leader::share(const ScenarioFile& file, const RunOptions& options, const JournalIndex& index,
                   Journal& journal, RunProgress& progress) {
  check_folder(journal);
  const RunRange all = runs_of(file, options);
  EnsembleProgress told(options, all, index.ended.size(), journal, progress);
  RunDispenser runs(index.ended.missing_in(all), static_cast<std::uint64_t>(job_.size()));
  const auto send_block_to = [&](int rank) {
    const auto block = runs.next();
    if (block) send(rank, Tag::order, order_to_compute(*block, index.last_session));
    return block.has_value();
  };
  for (int rank = 1; rank < job_.size(); ++rank) busy_ += send_block_to(rank) ? 1 : 0;

  std::atomic<bool> is_own_done = false, is_over = false;
  std::exception_ptr own_failure;
  const Joined own([&] {
    try {
      for (auto block = runs.next(); block && !is_over; block = runs.next())
        compute_runs(file, options, {*block}, index.last_session, journal, [&] { told.note_done(); });
    } catch (...) {
      own_failure = std::current_exception();
    }
    is_own_done = true;
  });
  try {
    GrowingWait pause;
    while (busy_ > 0 || !is_own_done) {
      stop_if_interrupted();
      if (is_own_done && own_failure) break;
      const auto message = arrived();
      if (!message) {
        pause.wait();
        continue;
      }
      pause.reset();
      if (message->tag != Tag::records || message->bytes.empty())
        throw FileError(fmt::format("rank {} on {} cannot go on: {}", message->from,
                                    hosts_[static_cast<std::size_t>(message->from)], message->bytes));
      const std::uint64_t ended = unpack(std::string_view(message->bytes).substr(1), journal);
      if (ended > 0) told.note_done(ended);
      if (message->bytes.front() == block_is_done && !send_block_to(message->from)) --busy_;
    }
  } catch (...) {
    is_over = true;
    throw;
  }
  if (own_failure) std::rethrow_exception(own_failure);
  journal.sync();
}

void Leader::end_workers() {
  // A long introduction is sent only when rank 0 receives it.
  for (; introduced_ < job_.size() - 1; ++introduced_) next_message();
  const std::string home(1, static_cast<char>(Order::go_home));
  for (int rank = 1; rank < job_.size(); ++rank) send(rank, Tag::order, home);
}

void Worker::serve(const ScenarioFile& file, const RunOptions& options) {
  send(0, Tag::introduction, bytes_of(WorkerIntroduction{Job::host(), header_of(file, options), ""}));
  has_introduced_itself_ = true;
  while (true) {
    const Message order = next_message();
    const auto what = order.bytes.empty() ? Order::go_home : static_cast<Order>(order.bytes.front());
    if (what == Order::go_home) return;
    try {
      if (what == Order::look) {
        ByteReader reader(std::string_view(order.bytes).substr(1));
        std::uint64_t inode = 0;
        reader(inode);
        send(0, Tag::seen, sees(options.base + ".journal", inode) ? "yes" : "no");
      } else {
        compute(order.bytes, file, options);
      }
    } catch (const std::exception& error) {
      send(0, Tag::failed, error.what());
    }
  }
}

void Worker::compute(const std::string& order, const ScenarioFile& file, const RunOptions& options) {
  ByteReader reader(std::string_view(order).substr(1));
  RunRange runs;
  std::uint64_t last_session = 0;
  reader(runs.first);
  reader(runs.last);
  reader(last_session);
  Parcel parcel;
  compute_runs(file, options, {runs}, last_session, parcel, [] {});
  parcel.finish();
}

void Worker::tell_failure(const std::string& why) {
  if (has_introduced_itself_) return;
  send(0, Tag::introduction,
       bytes_of(WorkerIntroduction{Job::host(), "", why.empty() ? "no reason was given" : why}));
  while (true) {
    const Message order = next_message();
    if (order.bytes.empty() || static_cast<Order>(order.bytes.front()) == Order::go_home) return;
  }
}

}  // namespace polhode::app::mpi
